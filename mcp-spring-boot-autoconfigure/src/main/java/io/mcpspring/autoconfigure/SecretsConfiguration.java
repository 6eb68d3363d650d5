package io.mcpspring.autoconfigure;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps the secrets of the server out of the endpoints of Actuator that show properties. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(SanitizingFunction.class)
class SecretsConfiguration {

    // By its value, because a secret is also part of its environment variable, the command line and JSON.
    @Bean("io.mcpspring.secretSanitizing")
    SanitizingFunction mcpSecretSanitizing(McpServerProperties properties) {
        List<String> secrets = Stream.concat(
                        Stream.ofNullable(properties.secret()), properties.previousSecrets().stream())
                .map(Secret::value)
                .toList();
        return SanitizingFunction.sanitizeValue()
                .ifValueStringMatches(value -> secrets.stream().anyMatch(value::contains));
    }
}

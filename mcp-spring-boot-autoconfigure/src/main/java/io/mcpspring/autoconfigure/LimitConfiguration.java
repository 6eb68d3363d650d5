package io.mcpspring.autoconfigure;

import io.mcpspring.McpConfigurationException;
import io.mcpspring.McpServer;
import io.mcpspring.limit.CallLimiter;
import io.mcpspring.limit.CallerKeys;
import io.mcpspring.limit.InitializeRate;
import io.mcpspring.limit.LimitSettings;
import io.mcpspring.limit.TimeLimit;
import java.util.Objects;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.cloud.CloudPlatform;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

/** The interceptors that refuse calls beyond the limits, and end calls that take too long. */
@Configuration(proxyBeanMethods = false)
class LimitConfiguration {

    LimitConfiguration(McpServerProperties properties, ApplicationContext application) {
        if (properties.limits().hasRates()
                && !ClassUtils.isPresent("io.github.bucket4j.Bucket", application.getClassLoader())) {
            throw new McpConfigurationException(
                    "A rate below mcp.server.limits needs the library Bucket4j, which is not on the class path.",
                    "Add the dependency com.bucket4j:bucket4j_jdk17-core, or remove the rate.");
        }
    }

    @Bean("io.mcpspring.callerKeys")
    CallerKeys mcpCallerKeys(Environment environment) {
        return new CallerKeys(usesForwardedHeaders(environment));
    }

    // As the web servers of Spring Boot decide: on a cloud platform, such as Kubernetes, they use them by default.
    private static boolean usesForwardedHeaders(Environment environment) {
        if (StringUtils.hasText(environment.getProperty("server.tomcat.remoteip.remote-ip-header"))
                || StringUtils.hasText(environment.getProperty("server.tomcat.remoteip.protocol-header"))) {
            return true;
        }
        String strategy = environment.getProperty("server.forward-headers-strategy");
        if (StringUtils.hasText(strategy)) {
            return !strategy.equalsIgnoreCase("none");
        }
        CloudPlatform platform = CloudPlatform.getActive(environment);
        return platform != null && platform.isUsingForwardHeaders();
    }

    @Bean("io.mcpspring.limitSettings")
    LimitSettings mcpLimitSettings(McpServerProperties properties) {
        return properties.limits().settings();
    }

    @Bean(CallLimiter.BEAN)
    @Order(1)
    @ConditionalOnMissingBean(name = CallLimiter.BEAN)
    CallLimiter mcpCallLimiter(
            LimitSettings settings, CallerKeys callers, @Qualifier(ServerConfiguration.SERVER) McpServer server) {
        return new CallLimiter(settings, callers, server.parts().refusals());
    }

    @Bean(TimeLimit.BEAN)
    @ConditionalOnMissingBean(name = TimeLimit.BEAN)
    TimeLimit mcpTimeLimit(McpServerProperties properties) {
        return new TimeLimit(properties.tools().timeout());
    }

    @Bean("io.mcpspring.initializeRate")
    @ConditionalOnProperty("mcp.server.limits.initialize-rate")
    InitializeRate mcpInitializeRate(McpServerProperties properties, CallerKeys callers) {
        return new InitializeRate(Objects.requireNonNull(properties.limits().initialize()), callers);
    }
}

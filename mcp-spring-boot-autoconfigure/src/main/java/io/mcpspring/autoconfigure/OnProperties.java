package io.mcpspring.autoconfigure;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if the properties for security name something; Spring Boot's own condition accepts an empty list. */
abstract sealed class OnProperties extends SpringBootCondition {

    abstract List<String> named(SecurityProperties security, Environment environment);

    @Override
    public final ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Environment environment = context.getEnvironment();
        List<String> named = named(
                Binder.get(environment).bindOrCreate("mcp.server.security", SecurityProperties.class), environment);
        return new ConditionOutcome(!named.isEmpty(), getClass().getSimpleName() + ": " + named);
    }

    /** Matches if there are several issuers of tokens. */
    static final class Issuers extends OnProperties {

        @Override
        List<String> named(SecurityProperties security, Environment environment) {
            return security.issuers();
        }
    }

    /** Matches if an authorization server is known. */
    static final class AuthorizationServers extends OnProperties {

        @Override
        List<String> named(SecurityProperties security, Environment environment) {
            return security.knownAuthorizationServers(environment);
        }
    }
}

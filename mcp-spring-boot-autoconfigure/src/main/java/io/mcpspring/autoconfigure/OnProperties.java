package io.mcpspring.autoconfigure;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if one of several properties has a value, of which some are lists. */
abstract sealed class OnProperties extends SpringBootCondition {

    private final List<String> properties;

    private OnProperties(String... properties) {
        this.properties = List.of(properties);
    }

    @Override
    public final ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Binder binder = Binder.get(context.getEnvironment());
        ConditionMessage.Builder message = ConditionMessage.forCondition("Properties");
        return properties.stream()
                .filter(property -> !binder.bind(property, Bindable.listOf(String.class))
                        .orElse(List.of())
                        .isEmpty())
                .findFirst()
                .map(found -> ConditionOutcome.match(message.foundExactly(found)))
                .orElseGet(() -> ConditionOutcome.noMatch(
                        message.didNotFind("property", "properties").items(properties)));
    }

    /** Matches if there are several issuers of tokens. */
    static final class Issuers extends OnProperties {

        Issuers() {
            super("mcp.server.security.issuers");
        }
    }

    /** Matches if an authorization server is known. */
    static final class AuthorizationServers extends OnProperties {

        AuthorizationServers() {
            super(
                    "mcp.server.security.authorization-servers",
                    "mcp.server.security.issuers",
                    "spring.security.oauth2.resourceserver.jwt.issuer-uri");
        }
    }
}

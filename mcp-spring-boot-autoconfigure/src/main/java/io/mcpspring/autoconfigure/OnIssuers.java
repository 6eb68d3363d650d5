package io.mcpspring.autoconfigure;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if {@code mcp.server.security.issuers} has an element; Spring Boot's own condition accepts an empty list. */
final class OnIssuers extends SpringBootCondition {

    private static final String PROPERTY = "mcp.server.security.issuers";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        boolean any = Binder.get(context.getEnvironment())
                .bind(PROPERTY, Bindable.listOf(String.class))
                .map(issuers -> !issuers.isEmpty())
                .orElse(false);
        return new ConditionOutcome(
                any, ConditionMessage.of(PROPERTY + (any ? " has" : " does not have") + " issuers"));
    }
}

package io.mcpspring.autoconfigure;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if there are issuers of tokens. An empty list does not count, as in a placeholder without a value. */
final class OnIssuers extends SpringBootCondition {

    private static final String PROPERTY = "mcp.server.security.issuers";

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        List<String> issuers = Binder.get(context.getEnvironment())
                .bind(PROPERTY, Bindable.listOf(String.class))
                .orElse(List.of());
        return new ConditionOutcome(!issuers.isEmpty(), PROPERTY + (issuers.isEmpty() ? " is empty" : " has a value"));
    }
}

package io.mcpspring.autoconfigure;

import java.util.List;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if the properties name several issuers of tokens; Spring Boot's own condition accepts an empty list. */
final class OnIssuers extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        List<String> issuers = Binder.get(context.getEnvironment())
                .bind("mcp.server.security.issuers", Bindable.listOf(String.class))
                .orElse(List.of());
        return new ConditionOutcome(!issuers.isEmpty(), "issuers: " + issuers);
    }
}

package io.mcpspring.entry;

import io.mcpspring.exchange.McpRequestContext;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Compares the scopes that entries declare with those that callers have. */
record DeclaredScopes(McpCallerScopes callers) implements EntryRules {

    @Override
    public @Nullable EntryRule of(McpEntry entry) {
        return entry.scopes().isEmpty() ? null : new EntryRule("scopes", this::decide);
    }

    private Mono<McpAccessDecision> decide(McpEntry entry, McpRequestContext request) {
        return Mono.just(
                Set.copyOf(callers.of(request)).containsAll(entry.scopes())
                        ? McpAccessDecision.granted()
                        : new McpAccessDecision.LacksScopes(entry.scopes()));
    }
}

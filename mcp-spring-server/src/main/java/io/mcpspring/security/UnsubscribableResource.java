package io.mcpspring.security;

import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpEntry;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.protocol.RequestMethod;
import java.util.Set;
import reactor.core.publisher.Mono;

/**
 * A resource about which a decision needs a call of its method: by the arguments, by the result, or by an advisor of
 * the application. Subscriptions to it are refused, because no later call decides about them.
 *
 * @param other decides about other requests
 */
record UnsubscribableResource(McpAccessRule other) implements McpAccessRule {

    private static final Set<String> SUBSCRIPTIONS =
            Set.of(RequestMethod.SUBSCRIBE.value(), RequestMethod.LISTEN.value());

    @Override
    public Mono<McpAccessDecision> decide(McpEntry entry, McpRequestContext request) {
        return SUBSCRIPTIONS.contains(request.method())
                ? Mono.just(McpAccessDecision.hidden())
                : other.decide(entry, request);
    }
}

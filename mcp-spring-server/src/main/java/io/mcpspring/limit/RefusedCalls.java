package io.mcpspring.limit;

import io.mcpspring.Internal;
import io.mcpspring.method.Invocation;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.Refusals;
import reactor.core.publisher.Mono;

/** Answers calls beyond a limit, and reports them. */
@Internal
public record RefusedCalls(Refusals refusals) {

    /** @param text the reason, for the client */
    Mono<McpResult> answer(Invocation<?, ?> invocation, String text) {
        refusals.report(Refusals.Reason.LIMIT, invocation.exchange().context(), text);
        return invocation.refused(text);
    }
}

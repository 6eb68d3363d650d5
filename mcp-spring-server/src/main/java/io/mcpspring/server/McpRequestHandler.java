package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * Serves one method of the protocol.
 *
 * @param <P> the method's parameters
 */
@Internal
public interface McpRequestHandler<P> {

    /** Whether the server offers the method at present; otherwise it is answered as unknown. */
    default boolean isOffered() {
        return true;
    }

    /**
     * Reads the parameters.
     *
     * @throws McpProtocolException if they do not fit the method
     */
    P params(ObjectNode params);

    /** Returns exactly one result, or an error; a {@link McpProtocolException} is sent unchanged. */
    Mono<? extends McpResult> handle(P params, Exchange exchange);
}

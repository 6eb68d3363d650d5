package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.RequestMethod;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * Serves one method of the protocol.
 *
 * @param <P> the method's parameters
 */
@Internal
public interface McpRequestHandler<P> {

    /** The method's name, for instance {@code tools/list}; {@link RequestMethod} has its revisions. */
    String method();

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

    /** Returns the one result, or an error; a {@link McpProtocolException} is sent as it is. */
    Mono<? extends McpResult> handle(P params, Exchange exchange);
}

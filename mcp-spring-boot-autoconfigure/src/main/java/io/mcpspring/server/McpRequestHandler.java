package io.mcpspring.server;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * Serves one method of the protocol.
 *
 * @param <P> the method's parameters
 */
public interface McpRequestHandler<P> {

    /** The method's name, for instance {@code tools/list}. */
    String method();

    /** Whether a revision has the method; one that has not answers as if it were unknown. */
    default boolean existsIn(ProtocolVersion version) {
        return true;
    }

    /** Whether the server has anything to serve by it at present; if not, the method is unknown as well. */
    default boolean isOffered() {
        return true;
    }

    /**
     * Reads the parameters.
     *
     * @throws McpProtocolException if they do not fit the method
     */
    P params(ObjectNode params);

    /** The one result, or an error; a {@link McpProtocolException} is sent as it is. */
    Mono<? extends McpResult> handle(P params, Exchange exchange);
}

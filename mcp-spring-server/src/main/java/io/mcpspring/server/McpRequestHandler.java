package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Serves one method of the protocol. */
@Internal
@FunctionalInterface
public interface McpRequestHandler {

    /**
     * Returns exactly one result, or an error; a {@link McpProtocolException} is sent unchanged. The result should not
     * refer to the parameters as a whole, which are large while they are kept.
     *
     * @throws McpProtocolException if the parameters do not fit the method
     */
    Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange);
}

package io.mcpspring.resource;

import io.mcpspring.exchange.ReactiveMcpExchange;
import reactor.core.publisher.Mono;

/**
 * The work of a resource, or of a template, that is defined in code and does not block; see
 * {@link McpResourceDefinition}.
 */
@FunctionalInterface
public interface McpReactiveResourceFunction {

    /**
     * Reads the resource. Runs on a non-blocking thread and must not block.
     *
     * @param request the resource to read
     * @param exchange the request and its client
     * @return the content, mapped as the result of an {@code @McpResource} method; empty if the resource does not exist
     */
    Mono<?> read(McpResourceRequest request, ReactiveMcpExchange exchange);
}

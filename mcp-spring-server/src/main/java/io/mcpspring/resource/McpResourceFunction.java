package io.mcpspring.resource;

import io.mcpspring.exchange.McpExchange;
import org.jspecify.annotations.Nullable;

/** The work of a resource, or of a template, that is defined in code; see {@link McpResourceDefinition}. */
@FunctionalInterface
public interface McpResourceFunction {

    /**
     * Reads the resource. Runs on a worker thread and may block.
     *
     * @param request the resource to read
     * @param exchange the request and its client
     * @return the content, mapped as the result of an {@code @McpResource} method; {@code null} if the resource does
     *     not exist
     * @throws Exception as an {@code @McpResource} method
     */
    @Nullable
    Object read(McpResourceRequest request, McpExchange exchange) throws Exception;
}

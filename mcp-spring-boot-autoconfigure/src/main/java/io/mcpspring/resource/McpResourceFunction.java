package io.mcpspring.resource;

import io.mcpspring.exchange.McpExchange;
import org.jspecify.annotations.Nullable;

/** Reads a resource that is defined in code; runs on a worker thread and may block. */
@FunctionalInterface
public interface McpResourceFunction {

    /** @return mapped as that of an {@code @McpResource} method; {@code null} if there is no such resource */
    @Nullable
    Object read(McpResourceRequest request, McpExchange exchange) throws Exception;
}

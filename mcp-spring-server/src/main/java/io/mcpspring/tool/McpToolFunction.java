package io.mcpspring.tool;

import io.mcpspring.exchange.McpExchange;
import org.jspecify.annotations.Nullable;

/** The function of a tool that is defined in code; see {@link McpToolDefinition}. */
@FunctionalInterface
public interface McpToolFunction {

    /**
     * Calls the tool. Runs on a worker thread and may block.
     *
     * @param arguments the arguments, after validation against the input schema
     * @param exchange the request and its client
     * @return the result, mapped as the result of an {@code @McpTool} method; structured content only if the definition
     *     has an output schema
     * @throws Exception handled as an exception of an {@code @McpTool} method
     */
    @Nullable
    Object call(McpArguments arguments, McpExchange exchange) throws Exception;
}

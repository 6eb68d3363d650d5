package io.mcpspring.tool;

import io.mcpspring.exchange.McpExchange;
import org.jspecify.annotations.Nullable;

/** The work of a tool that is written without annotations; see {@link McpToolDefinition}. */
@FunctionalInterface
public interface McpToolFunction {

    /**
     * @param arguments the arguments, already validated against the input schema
     * @return the result, mapped as that of an {@code @McpTool} method
     */
    @Nullable
    Object call(McpArguments arguments, McpExchange exchange) throws Exception;
}

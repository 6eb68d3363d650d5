package io.mcpspring.tool;

import io.mcpspring.exchange.ReactiveMcpExchange;
import reactor.core.publisher.Mono;

/** The work of a tool that is defined in code and does not block; see {@link McpToolDefinition}. */
@FunctionalInterface
public interface McpReactiveToolFunction {

    /**
     * Calls the tool. Runs on a non-blocking thread and must not block.
     *
     * @param arguments the arguments, after validation against the input schema
     * @param exchange the request and its client
     * @return the result, mapped as the result of an {@code @McpTool} method; structured content only if the definition
     *     has an output schema. Empty for none
     */
    Mono<?> call(McpArguments arguments, ReactiveMcpExchange exchange);
}

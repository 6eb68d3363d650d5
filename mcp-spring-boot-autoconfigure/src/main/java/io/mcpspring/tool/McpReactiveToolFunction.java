package io.mcpspring.tool;

import io.mcpspring.exchange.ReactiveMcpExchange;
import reactor.core.publisher.Mono;

/** The work of a tool that does not block and is written without annotations; see {@link McpToolDefinition}. */
@FunctionalInterface
public interface McpReactiveToolFunction {

    /**
     * @param arguments the arguments, already validated against the input schema
     * @return the result, mapped as that of an {@code @McpTool} method; empty for none
     */
    Mono<?> call(McpArguments arguments, ReactiveMcpExchange exchange);
}

package io.mcpspring.prompt;

import io.mcpspring.exchange.ReactiveMcpExchange;
import java.util.Map;
import reactor.core.publisher.Mono;

/** The work of a prompt that is defined in code and does not block; see {@link McpPromptDefinition}. */
@FunctionalInterface
public interface McpReactivePromptFunction {

    /**
     * Returns the messages of the prompt. Runs on a non-blocking thread and must not block.
     *
     * @param arguments the arguments of the request by name: all required ones, and no unknown ones
     * @param exchange the request and its client
     * @return the messages, mapped as the result of an {@code @McpPrompt} method
     */
    Mono<?> get(Map<String, String> arguments, ReactiveMcpExchange exchange);
}

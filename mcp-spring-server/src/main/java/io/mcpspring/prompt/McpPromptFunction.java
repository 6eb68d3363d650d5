package io.mcpspring.prompt;

import io.mcpspring.exchange.McpExchange;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The work of a prompt that is defined in code; see {@link McpPromptDefinition}. */
@FunctionalInterface
public interface McpPromptFunction {

    /**
     * Returns the messages of the prompt. Runs on a worker thread and may block.
     *
     * @param arguments the arguments of the request by name: all required ones, and no unknown ones
     * @param exchange the request and its client
     * @return the messages, mapped as the result of an {@code @McpPrompt} method
     * @throws Exception as an {@code @McpPrompt} method
     */
    @Nullable
    Object get(Map<String, String> arguments, McpExchange exchange) throws Exception;
}

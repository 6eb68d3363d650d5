package io.mcpspring.prompt;

import io.mcpspring.exchange.McpExchange;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The work of a prompt that is defined in code; runs on a worker thread and may block. */
@FunctionalInterface
public interface McpPromptFunction {

    /**
     * @param arguments the arguments that came, by name; all required ones are among them, and no unknown ones
     * @return mapped as that of an {@code @McpPrompt} method
     */
    @Nullable
    Object get(Map<String, String> arguments, McpExchange exchange) throws Exception;
}

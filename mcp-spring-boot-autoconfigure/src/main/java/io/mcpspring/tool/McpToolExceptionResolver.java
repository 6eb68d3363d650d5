package io.mcpspring.tool;

import io.mcpspring.protocol.CallToolResult;
import org.jspecify.annotations.Nullable;

/**
 * Puts an application's own exceptions into words for the model. Beans of this type are asked in their order; the first
 * answer is sent. May be called from any thread.
 */
@FunctionalInterface
public interface McpToolExceptionResolver {

    /**
     * @param failure what the tool threw, without wrappers such as {@code CompletionException}
     * @param tool the tool's name
     * @return the answer, usually {@link CallToolResult#error(String)}; {@code null} to leave it to the next resolver
     */
    @Nullable
    CallToolResult resolve(Throwable failure, String tool);
}

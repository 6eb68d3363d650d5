package io.mcpspring.method;

import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.protocol.CallToolResult;
import org.jspecify.annotations.Nullable;

/**
 * Maps exceptions of the application to texts for the model. Beans of this type are called in their order, for failures
 * of tools, prompts, resources and completions that the server would otherwise log and answer with an error id. The
 * first result that is not {@code null} is sent: for a tool unchanged; otherwise its texts are the message of the
 * JSON-RPC error -32603.
 *
 * <p>May be called from any thread, and must not block.
 */
@FunctionalInterface
public interface McpToolExceptionResolver {

    /**
     * Maps an exception. An {@code McpProtocolException} that this method throws is sent in place of a result; for a
     * tool also an {@code McpToolException}.
     *
     * @param failure the exception that the method threw, without wrappers such as {@code CompletionException}
     * @param request the request that failed
     * @return the result, usually {@link CallToolResult#error(String)}; {@code null} to ask the next resolver
     */
    @Nullable
    CallToolResult resolve(Throwable failure, McpRequestContext request);
}

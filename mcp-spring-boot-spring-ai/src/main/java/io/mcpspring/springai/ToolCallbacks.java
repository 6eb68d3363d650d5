package io.mcpspring.springai;

import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.protocol.Annotations;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.Role;
import io.mcpspring.tool.McpArguments;
import io.mcpspring.tool.McpToolDefinition;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.model.ToolContext;
import org.springframework.ai.mcp.AsyncMcpToolCallback;
import org.springframework.ai.mcp.AsyncMcpToolCallbackProvider;
import org.springframework.ai.mcp.McpToolUtils;
import org.springframework.ai.mcp.SyncMcpToolCallback;
import org.springframework.ai.mcp.SyncMcpToolCallbackProvider;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.ToolCallbackProvider;
import org.springframework.ai.tool.definition.ToolDefinition;
import org.springframework.ai.tool.execution.ToolExecutionException;
import org.springframework.ai.tool.function.FunctionToolCallback;
import org.springframework.ai.tool.method.MethodToolCallback;
import org.springframework.ai.util.JsonHelper;
import tools.jackson.databind.JsonNode;

/**
 * The tool callbacks of an application, as definitions: those that are beans, in collections that are beans, or of
 * providers that are beans.
 *
 * @param clientTools whether tools of other servers are offered, which an MCP client of the application provides
 * @param mediaTypes the types of results that are images, by the names of tools
 */
record ToolCallbacks(AnnotatedMethods beans, boolean clientTools, Map<String, String> mediaTypes) {

    private static final Set<String> READERS =
            Set.of(MethodToolCallback.class.getName(), FunctionToolCallback.class.getName());

    Stream<McpToolDefinition> tools() {
        Stream<ToolCallback> provided = beans.beans(ToolCallbackProvider.class)
                .filter(provider -> clientTools
                        || !(provider instanceof SyncMcpToolCallbackProvider
                                || provider instanceof AsyncMcpToolCallbackProvider))
                .flatMap(provider -> Stream.of(provider.getToolCallbacks()));
        return Stream.concat(beans.beans(ToolCallback.class), provided)
                .filter(callback -> clientTools
                        || !(callback instanceof SyncMcpToolCallback || callback instanceof AsyncMcpToolCallback))
                .distinct()
                .map(this::tool);
    }

    private McpToolDefinition tool(ToolCallback callback) {
        ToolDefinition tool = callback.getToolDefinition();
        JsonNode schema = McpJson.readTree(tool.inputSchema().getBytes(StandardCharsets.UTF_8));
        return McpToolDefinition.named(tool.name())
                .description(tool.description())
                .inputSchema(callback instanceof MethodToolCallback ? Definitions.withoutOffsets(schema) : schema)
                .call((arguments, exchange) ->
                        content(call(callback, arguments, exchange), mediaTypes.get(tool.name())))
                .build();
    }

    private static String call(ToolCallback callback, McpArguments arguments, McpExchange exchange) throws Exception {
        ToolContext context =
                new ToolContext(Map.of(McpToolUtils.TOOL_CONTEXT_MCP_EXCHANGE_KEY, ClientSession.waiting(exchange)));
        try {
            return callback.call(arguments.json().toString(), context);
        } catch (RuntimeException failure) {
            if (isOfArguments(failure)) {
                throw ToolMethod.unreadable(failure);
            }
            if (!(failure instanceof ToolExecutionException)) {
                throw failure;
            }
            // The cause may be the error that ends the run when the client is asked.
            if (failure.getCause() instanceof Error error) {
                throw error;
            }
            throw failure.getCause() instanceof Exception cause ? cause : failure;
        }
    }

    /** Whether a callback of Spring AI has failed to read the arguments: what tools throw passes its callMethod. */
    private static boolean isOfArguments(RuntimeException failure) {
        return Stream.of(failure.getStackTrace())
                .filter(frame -> !frame.getClassName().equals(JsonHelper.class.getName()))
                .limit(1)
                .anyMatch(frame -> READERS.contains(frame.getClassName())
                        && !frame.getMethodName().equals("callMethod"));
    }

    /** Returns a text without the quotes that Spring AI puts around a {@code String} that a method returns. */
    private static String unquoted(String result) {
        return result.startsWith("\"")
                ? McpJson.readTree(result.getBytes(StandardCharsets.UTF_8)).asString()
                : result;
    }

    private static Content content(String result, @Nullable String mediaType) {
        return mediaType != null && mediaType.startsWith("image")
                ? Content.image(SdkValues.bytes(unquoted(result)), mediaType)
                        .withAnnotations(Annotations.forAudience(Role.ASSISTANT))
                : Content.text(result);
    }
}

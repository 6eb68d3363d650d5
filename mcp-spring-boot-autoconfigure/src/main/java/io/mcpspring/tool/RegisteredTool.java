package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.Invocable;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool that is ready to be called: everything that can be known before the first call is known.
 *
 * @param definition the definition as clients of the newest revision see it
 * @param rendered the definition as each revision has it, written in advance
 * @param headers the arguments that headers repeat
 * @param method the method of the application
 * @param call the same, ready to be called
 * @param results maps what the method returns
 * @param failures maps what the method throws
 * @param timeout the tool's own time limit; {@code null} for that of the server
 * @param task whether a call may become a task
 */
record RegisteredTool(
        Tool definition,
        Map<ProtocolVersion, JsonValue> rendered,
        HeaderParameters headers,
        BeanMethod method,
        BoundMethod<ObjectNode> call,
        ResultMapper results,
        ToolFailures failures,
        @Nullable Duration timeout,
        TaskSupport task)
        implements Registry.Entry, Invocable<ObjectNode, CallToolResult> {

    @Override
    public String key() {
        return name();
    }

    String name() {
        return definition.name();
    }

    @Override
    public McpInvocation.Kind kind() {
        return McpInvocation.Kind.TOOL;
    }

    @Override
    public Class<CallToolResult> resultType() {
        return CallToolResult.class;
    }

    @Override
    public String describe() {
        return "Tool '" + name() + "'";
    }

    @Override
    public Object published() {
        return definition;
    }

    @Override
    public ObjectNode arguments(ObjectNode input) {
        return input;
    }

    @Override
    public ObjectNode input(ObjectNode arguments, ObjectNode before) {
        return arguments;
    }

    @Override
    public Mono<CallToolResult> run(Invocation<ObjectNode, CallToolResult> invocation) {
        return call.run(invocation);
    }

    @Override
    public boolean isSlow(Object value) {
        return results.isSlow(value);
    }

    @Override
    public CallToolResult result(@Nullable Object value, Invocation<ObjectNode, CallToolResult> invocation) {
        return results.map(value);
    }

    @Override
    public @Nullable CallToolResult failure(Throwable failure, Invocation<ObjectNode, CallToolResult> invocation) {
        return failures.result(failure, this, invocation.exchange());
    }

    // A result of the tool like any other: one that does not fit the output schema is an error.
    @Override
    public CallToolResult resolved(CallToolResult result) {
        return results.map(result);
    }

    @Override
    public CallToolResult refused(String text) {
        return CallToolResult.error(text);
    }

    @Override
    public CallToolResult unexpected(String errorId) {
        return CallToolResult.error(describe() + " failed unexpectedly. The server's operator finds the reason under"
                + " error id " + errorId + ".");
    }
}

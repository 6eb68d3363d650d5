package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.Guard;
import io.mcpspring.entry.Registry;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.CallLimits;
import io.mcpspring.method.Invocable;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import io.mcpspring.validation.Quoted;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool that is ready to be called. All values are determined before the first call.
 *
 * @param definition the definition for clients of the newest revision
 * @param guard decides who sees and calls the tool
 * @param limits limits of its use
 * @param rendered the definition for each revision, written in advance
 * @param headers the arguments that headers repeat
 * @param method the method of the application
 * @param call calls the method
 * @param results maps return values of the method to results
 * @param resultRules what results may contain
 * @param timeout the tool's own time limit; {@code null} for that of the server
 * @param task whether a call may become a task
 * @param needsValidator whether usual calls need the library for validation
 */
record RegisteredTool(
        Tool definition,
        Guard guard,
        CallLimits limits,
        Map<ProtocolVersion, JsonValue> rendered,
        HeaderParameters headers,
        BeanMethod method,
        BoundMethod<ObjectNode> call,
        ResultMapper results,
        ResultRules resultRules,
        @Nullable Duration timeout,
        TaskSupport task,
        boolean needsValidator)
        implements Registry.Entry, Invocable<ObjectNode, CallToolResult> {

    @Override
    public String key() {
        return name();
    }

    @Override
    public Map<String, String> limitsByName() {
        Map<String, String> all = limits.byName();
        if (timeout != null) {
            all.put("timeout", timeout.toString());
        }
        all.put("maxTextSize", Integer.toString(resultRules.maxText()));
        all.put("maxBinarySize", Integer.toString(resultRules.binary().maxBytes()));
        return all;
    }

    /** Returns the error for a tool that does not exist, or that the caller must not know. */
    static McpProtocolException unknown(String name) {
        return McpProtocolException.invalidParams("No tool named '" + Quoted.of(name) + "'");
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
        return ToolFailures.result(failure, this, invocation.exchange());
    }

    @Override
    public McpProtocolException unknown(Invocation<ObjectNode, CallToolResult> invocation) {
        return unknown(name());
    }

    // Checked like a returned result: a result that does not match the output schema is an error.
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
        return CallToolResult.error(describe() + " failed unexpectedly. The server's log has the reason under"
                + " error id " + errorId + ".");
    }
}

package io.mcpspring.tool;

import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.RegisteredEntry;
import io.mcpspring.entry.Registration;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.Invocation;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import io.mcpspring.validation.CheckingTime;
import io.mcpspring.validation.InvalidArgumentsException;
import io.mcpspring.validation.Quoted;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * A tool that is ready to be called. All values are determined before the first call.
 *
 * @param headers the arguments that headers repeat
 * @param reader reads the arguments
 * @param call calls the method
 * @param results maps return values of the method to results
 * @param translation returns the failure that the model sees in place of another one; {@code null} for that one
 * @param timeout the tool's own time limit; {@code null} for that of the server
 * @param task whether a call may become a task
 * @param tags the tags by which toolsets contain the tool
 */
record RegisteredTool(
        Registration<Tool> registration,
        MirroredArguments headers,
        ArgumentReader reader,
        BoundMethod<ToolInput> call,
        ResultMapper results,
        Function<Throwable, @Nullable RuntimeException> translation,
        @Nullable Duration timeout,
        TaskSupport task,
        List<String> tags)
        implements RegisteredEntry<Tool, ToolInput, CallToolResult> {

    private static final Log logger = LogFactory.getLog(RegisteredTool.class);

    /** Returns the error for a tool that does not exist, or that the caller must not know. */
    static McpProtocolException unknown(String name) {
        return McpProtocolException.invalidParams("No tool named '" + Quoted.of(name) + "'");
    }

    @Override
    public Map<String, String> limitsByName() {
        Map<String, String> all = limits().byName();
        if (timeout != null) {
            all.put("timeout", timeout.toString());
        }
        ResultRules rules = registration.checks().rules();
        all.put("maxTextSize", Integer.toString(rules.maxText()));
        all.put("maxBinarySize", Integer.toString(rules.binary().maxBytes()));
        return all;
    }

    @Override
    public ObjectNode arguments(ToolInput input) {
        return reader.withDefaults(input.arguments());
    }

    @Override
    public ToolInput input(ObjectNode arguments, ToolInput before) {
        return reader.accept(arguments, RequestMemory.UNCOUNTED, new CheckingTime());
    }

    @Override
    public boolean isAccepted(ToolInput input) {
        return input.problems().isEmpty();
    }

    @Override
    public boolean isSlow(Object value) {
        return results.isSlow(value);
    }

    @Override
    public CallToolResult result(@Nullable Object value, Invocation<ToolInput, CallToolResult> invocation)
            throws IOException {
        return results.map(value);
    }

    @Override
    public @Nullable CallToolResult failure(Throwable failure, Invocation<ToolInput, CallToolResult> invocation) {
        if (failure instanceof InvalidArgumentsException invalid) {
            return invalidArguments(invalid, invocation.exchange().version());
        }
        if (failure instanceof McpToolException exception) {
            logger.debug(describe() + " failed", failure);
            return new CallToolResult(exception.content(), null, true, null);
        }
        // Reserved codes are for the server alone.
        boolean mistake = failure instanceof NonConformingResultException
                || failure instanceof McpProtocolException error && error.isReserved();
        return mistake ? invocation.unexpected(failure) : null;
    }

    @Override
    public @Nullable CallToolResult fallback(Throwable failure, Invocation<ToolInput, CallToolResult> invocation) {
        RuntimeException known = translation.apply(failure);
        return known == null ? null : failure(known, invocation);
    }

    private CallToolResult invalidArguments(InvalidArgumentsException invalid, ProtocolVersion version) {
        logger.debug(describe() + " was called with invalid arguments: " + invalid.problems());
        String text = "Invalid arguments for tool '" + key() + "':\n" + invalid.getMessage();
        if (!version.hasArgumentErrorsAsResults()) {
            throw McpProtocolException.invalidParams(text);
        }
        return CallToolResult.error(text);
    }

    @Override
    public McpProtocolException unknown(Invocation<ToolInput, CallToolResult> invocation) {
        return unknown(key());
    }

    @Override
    public CallToolResult ofResolver(CallToolResult result) {
        return result;
    }

    @Override
    public CallToolResult completed(CallToolResult result, Invocation<ToolInput, CallToolResult> invocation) {
        return results.complete(result);
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

package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.protocol.CallToolResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.TextContent;
import java.time.Duration;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * An entry that clients invoke; the differences between tools, prompts, resources and completions.
 *
 * @param <I> the input that a request has for the entry
 * @param <R> the result of the entry
 */
@Internal
public interface Invocable<I, R extends McpResult> {

    McpInvocation.Kind kind();

    /** Returns the kind and the name, for logs and clients, such as {@code Tool 'add'}. */
    String describe();

    /** Returns the definition as clients of the newest revision see it; {@code null} if there is none. */
    default @Nullable Object definition() {
        return null;
    }

    /** Returns the time limit of the entry; {@code null} for the default. */
    default @Nullable Duration timeout() {
        return null;
    }

    /** Whether the method can be called with an input; if not, calling it determines what is wrong. */
    default boolean isAccepted(I input) {
        return true;
    }

    /**
     * Completes a result of the method, of an interceptor or of a resolver, as the definition promises it; throws an
     * exception if that is not possible.
     */
    default R completed(R result, Invocation<I, R> invocation) {
        return result;
    }

    /** Returns a complete result as clients may get it. */
    default McpResult checked(McpResult result) {
        return result;
    }

    /** Returns the limits that the entry declares. */
    default CallLimits limits() {
        return CallLimits.NONE;
    }

    /** Returns the arguments of an input as JSON. */
    ObjectNode arguments(I input);

    /**
     * Returns an input with other arguments.
     *
     * @throws McpProtocolException if the arguments do not fit the method of the protocol
     */
    I input(ObjectNode arguments, I before);

    /** Runs the entry: invokes its method, unless the result is known without it. */
    Mono<R> run(Invocation<I, R> invocation);

    /** Whether mapping a value reads or encodes so much that it must not occupy a non-blocking thread. */
    default boolean isSlow(Object value) {
        return true;
    }

    /**
     * Maps the value that the method returned. Runs code of the application, such as getters and streams.
     *
     * @param value the value, {@code null} also for an empty {@code Optional}
     */
    R result(@Nullable Object value, Invocation<I, R> invocation) throws Exception;

    /**
     * Maps a failure that has a meaning for the feature.
     *
     * @return {@code null} if the failure is unexpected
     * @throws McpProtocolException if the failure is an error of the protocol
     */
    default @Nullable R failure(Throwable failure, Invocation<I, R> invocation) {
        return null;
    }

    /** Maps a failure that no resolver of the application maps; {@code null} if it is unexpected. */
    default @Nullable R fallback(Throwable failure, Invocation<I, R> invocation) {
        return null;
    }

    /** Returns the error for an entry that does not exist, with which a caller is answered who must not know it. */
    McpProtocolException unknown(Invocation<I, R> invocation);

    /**
     * Returns the result for a failure that the application maps to a text.
     *
     * @throws McpProtocolException if the feature has errors instead of results
     */
    default R ofResolver(CallToolResult result) {
        return refused(result.content().stream()
                .filter(TextContent.class::isInstance)
                .map(content -> ((TextContent) content).text())
                .collect(Collectors.joining("\n")));
    }

    /**
     * Returns the result for a failure that the client may read about.
     *
     * @throws McpProtocolException if the feature has errors instead of results
     */
    default R refused(String text) {
        throw new McpProtocolException(JsonRpcError.INTERNAL_ERROR, text);
    }

    /**
     * Returns the result for an unexpected failure.
     *
     * @param errorId the id under which the failure was logged
     * @throws McpProtocolException if the feature has errors instead of results
     */
    default R unexpected(String errorId) {
        return refused("Internal error, reported as " + errorId);
    }
}

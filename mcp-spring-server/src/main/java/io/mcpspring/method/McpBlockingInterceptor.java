package io.mcpspring.method;

import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * An {@link McpInterceptor} for work that blocks, such as a query of a database. Its methods run on a thread that may
 * block: {@link #before} on a thread of {@link Schedulers#boundedElastic()}, or of the servlet container on Spring MVC,
 * unless the call has left it; {@link #after} on the thread that emits the result, or on a thread of
 * {@code boundedElastic} if that thread must not block. They see the thread-locals that annotated methods see.
 */
public interface McpBlockingInterceptor extends McpInterceptor {

    /**
     * Called before the invocation proceeds.
     *
     * @param invocation the invocation
     * @return the invocation to proceed with: the same one, or one with other arguments
     * @throws McpProtocolException to refuse the invocation by a JSON-RPC error
     * @throws Exception handled like an exception of the method
     */
    default McpInvocation before(McpInvocation invocation) throws Exception {
        return invocation;
    }

    /**
     * Called with the result of the invocation, including a {@code CallToolResult} whose {@code isError} is true. Not
     * called after a JSON-RPC error or a question that the client must answer first.
     *
     * @param invocation the invocation that proceeded
     * @param result the result
     * @return the result for the client: the same one, or another one of the same type
     * @throws Exception handled like an exception of the method
     */
    default McpResult after(McpInvocation invocation, McpResult result) throws Exception {
        return result;
    }

    @Override
    default Mono<McpResult> intercept(McpInvocation invocation, Chain chain) {
        return UserTask.blocking(() -> before(invocation))
                .flatMap(passed -> chain.proceed(passed)
                        .flatMap(result -> Schedulers.isInNonBlockingThread()
                                ? UserTask.blocking(() -> after(passed, result))
                                : UserTask.here(() -> after(passed, result))));
    }
}

package io.mcpspring.method;

import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import reactor.core.publisher.Mono;

/**
 * Intercepts every use of a tool, prompt, resource or completion, whether it was declared by an annotation, by a
 * definition bean, or at run time. Beans of this type are found when the application starts and called in their order
 * ({@code @Order}), the first one outermost:
 *
 * <pre>{@code
 * @Bean
 * McpInterceptor maintenance(Maintenance maintenance) {
 *     return (invocation, chain) -> maintenance.isActive() && invocation.kind() == McpInvocation.Kind.TOOL
 *             ? Mono.just(CallToolResult.error("Closed for maintenance until " + maintenance.end()))
 *             : chain.proceed(invocation);
 * }
 * }</pre>
 *
 * <p>An interceptor may
 *
 * <ul>
 *   <li>let the invocation pass: {@code chain.proceed(invocation)};
 *   <li>change the arguments: {@code chain.proceed(invocation.withArguments(...))};
 *   <li>answer itself with a result of the {@link McpInvocation.Kind}, without proceeding;
 *   <li>change the result: {@code chain.proceed(invocation).map(...)};
 *   <li>refuse: return or throw a {@link McpProtocolException}, which clients get as a JSON-RPC error, or answer a tool
 *       with a {@code CallToolResult.error(...)}, which the model reads.
 * </ul>
 *
 * <p><b>Failures.</b> When the chain returns, failures of the method have been handled already: those of a tool are
 * results with {@code isError}, except for the ones that are JSON-RPC errors; all others are error signals with an
 * {@link McpProtocolException}. Any other exception of an interceptor is handled like one of the method. When a client
 * has to answer a question before the method can go on, which in the modern era ends the request, the chain signals an
 * {@link Error} that interceptors leave alone; the client then repeats the request, and the interceptors are called
 * again.
 *
 * <p><b>Threads.</b> An interceptor may be called on a non-blocking thread and must not block there. Blocking methods
 * still run on their worker threads, further down the chain. To block, implement {@link McpBlockingInterceptor}
 * instead, or move the work to a thread that may block:
 *
 * <pre>{@code
 * return Mono.fromRunnable(() -> quotas.take(user))
 *         .subscribeOn(Schedulers.boundedElastic())
 *         .then(chain.proceed(invocation));
 * }</pre>
 *
 * <p>Interceptors run after the library's own checks of the invocation and within its time limit. They are not called
 * for arguments that do not fit the input schema of a tool. Their results are completed and checked like those of
 * methods: a result that does not fit the output schema of its tool is logged, and answered with an error id.
 */
@FunctionalInterface
public interface McpInterceptor {

    /** The rest of the chain: the other interceptors, and the method. */
    interface Chain {

        /**
         * Passes the invocation on. Nothing happens before the result is subscribed to.
         *
         * @param invocation the invocation
         * @return the result
         */
        Mono<McpResult> proceed(McpInvocation invocation);
    }

    /**
     * Handles one invocation.
     *
     * @param invocation the invocation
     * @param chain the rest of the chain
     * @return exactly one result, or an error
     */
    Mono<McpResult> intercept(McpInvocation invocation, Chain chain);
}

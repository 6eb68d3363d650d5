package io.mcpspring.method;

import io.mcpspring.Internal;

/**
 * The order of interceptors, outermost first: those of the application have a fixed place among the library's own.
 * Whether the caller may use the entry is decided earlier, when the entry is found.
 */
@Internal
public enum InterceptorStage {

    /** Records every invocation, including those that an inner interceptor refuses. */
    AUDIT,

    /** Sets the thread-locals of the caller for blocking interceptors. */
    CALLER,

    /** Refuses invocations and results beyond the limits of the server, of their caller, or of their entry. */
    LIMITS,

    /** Ends invocations that take too long. */
    TIME,

    /** Sanitizes results, also the ones that an interceptor of the application has created. */
    SANITIZING,

    /** The application's own interceptors, in the order of their beans. */
    APPLICATION,

    /** Sets the thread-locals of the method, by the Reactor context that all other interceptors have left. */
    THREAD_LOCALS;

    static InterceptorStage of(McpInterceptor interceptor) {
        return interceptor instanceof BuiltInInterceptor builtIn ? builtIn.stage() : APPLICATION;
    }
}

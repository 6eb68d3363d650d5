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

    /** Sets the thread-locals of the caller for blocking interceptors and for the method. */
    CALLER,

    /** Refuses invocations beyond the limits of the server, of their caller, or of their entry. */
    LIMITS,

    /** Ends invocations that take too long. */
    TIME,

    /** The application's own interceptors, in the order of their beans. What they return is checked. */
    APPLICATION;

    static InterceptorStage of(McpInterceptor interceptor) {
        return interceptor instanceof BuiltInInterceptor builtIn ? builtIn.stage() : APPLICATION;
    }
}

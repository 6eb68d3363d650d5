package io.mcpspring.method;

import io.mcpspring.Internal;

/** The order of interceptors, outermost first: those of the application have a fixed place among the library's own. */
@Internal
public enum InterceptorStage {

    /** Called for every invocation, including those that are refused. */
    AUDIT,

    /** Refuses callers that must not use the entry. */
    ACCESS,

    /** Refuses invocations beyond the limits of their caller. */
    LIMITS,

    /** Ends invocations that take too long. */
    TIME,

    /** Sanitizes results, also those that an interceptor of the application has made. */
    SANITIZING,

    /** The application's own interceptors, in the order of their beans. */
    APPLICATION,

    /** Sets the thread-locals of the method, by the Reactor context that all other interceptors have left. */
    THREAD_LOCALS;

    static InterceptorStage of(McpInterceptor interceptor) {
        return interceptor instanceof BuiltInInterceptor builtIn ? builtIn.stage() : APPLICATION;
    }
}

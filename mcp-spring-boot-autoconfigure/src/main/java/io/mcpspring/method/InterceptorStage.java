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

    /** The application's own interceptors, in the order of their beans. */
    APPLICATION,

    /** Sanitizes the result of the method before it reaches any other interceptor. */
    SANITIZING;

    static InterceptorStage of(McpInterceptor interceptor) {
        return interceptor instanceof BuiltInInterceptor builtIn ? builtIn.stage() : APPLICATION;
    }
}

package io.mcpspring.method;

import io.mcpspring.Internal;

/** The order of interceptors, outermost first: those of the application have a fixed place among the library's own. */
@Internal
public enum InterceptorStage {

    /** Sees every invocation, also those that are refused. */
    AUDIT,

    /** Refuses callers that must not use the entry. */
    ACCESS,

    /** Refuses invocations beyond the limits of their caller. */
    LIMITS,

    /** Ends invocations that take too long. */
    TIME,

    /** The application's own interceptors, in the order of their beans. */
    APPLICATION,

    /** Sanitizes the result of the method before any other interceptor sees it. */
    SANITIZING;

    static InterceptorStage of(McpInterceptor interceptor) {
        return interceptor instanceof BuiltInInterceptor builtIn ? builtIn.stage() : APPLICATION;
    }
}

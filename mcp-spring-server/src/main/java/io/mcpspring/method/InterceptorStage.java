package io.mcpspring.method;

import io.mcpspring.Internal;

/**
 * The order of the library's interceptors, outermost first: those of the application come after them, in the order of
 * their beans. Whether the caller may use the entry is decided earlier, when the entry is found.
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
    TIME
}

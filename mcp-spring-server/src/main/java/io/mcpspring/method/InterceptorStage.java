package io.mcpspring.method;

import io.mcpspring.Internal;

/**
 * The order of the library's interceptors, outermost first: those of the application come after them, in the order of
 * their beans. Whether the caller may use the entry is decided earlier, when the entry is found.
 */
@Internal
public final class InterceptorStage {

    /** Records every invocation, including those that an inner interceptor refuses. */
    public static final int AUDIT = 0;

    /** Sets the thread-locals of the caller for blocking interceptors and for the method. */
    public static final int CALLER = 1;

    /** Refuses invocations beyond the limits of the server, of their caller, or of their entry. */
    public static final int LIMITS = 2;

    /** Ends invocations that take too long. */
    public static final int TIME = 3;

    private InterceptorStage() {}
}

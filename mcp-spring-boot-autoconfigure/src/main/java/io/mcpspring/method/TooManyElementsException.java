package io.mcpspring.method;

import io.mcpspring.Internal;

/** A method's publisher emitted more elements than may be collected into one result. */
@Internal
public final class TooManyElementsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int limit;

    public TooManyElementsException(int limit) {
        super("More than " + limit + " elements");
        this.limit = limit;
    }

    /** The number of elements that would have been accepted. */
    public int limit() {
        return limit;
    }
}

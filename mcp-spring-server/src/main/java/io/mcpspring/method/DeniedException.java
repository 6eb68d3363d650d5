package io.mcpspring.method;

import io.mcpspring.Internal;

/** Thrown if a rule denies a call once its arguments are known. The client gets the answer for an unknown entry. */
@Internal
public final class DeniedException extends RuntimeException {

    /** @param message for logs */
    public DeniedException(String message) {
        super(message, null, false, false);
    }
}

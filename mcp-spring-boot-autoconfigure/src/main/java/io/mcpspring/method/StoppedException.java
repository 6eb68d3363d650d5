package io.mcpspring.method;

import io.mcpspring.Internal;

/** Ends a call that exceeds a limit; the message says which one, for the client. */
@Internal
public final class StoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param reason completes a sentence such as {@code Tool 'add' was stopped: ...} */
    public StoppedException(String reason) {
        super(reason);
    }
}

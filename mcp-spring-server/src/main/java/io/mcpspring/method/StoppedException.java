package io.mcpspring.method;

import io.mcpspring.Internal;

/** Thrown to end a call that exceeds a limit; the message names the limit to the client. */
@Internal
public final class StoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param reason completes a sentence such as {@code Tool 'add' was stopped: ...} */
    public StoppedException(String reason) {
        super(reason);
    }
}

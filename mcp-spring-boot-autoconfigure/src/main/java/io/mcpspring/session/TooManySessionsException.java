package io.mcpspring.session;

/** There are too many sessions, or streams of a session, of which something has to be remembered. */
public final class TooManySessionsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    TooManySessionsException(String message) {
        super(message, null, false, false);
    }
}

package io.mcpspring.session;

import io.mcpspring.server.Quoted;

/** A session cannot do what its client wants. */
public final class SessionRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What stands in the way. */
    public enum Reason {

        /** Something is remembered of too many other sessions. */
        TOO_MANY_SESSIONS,

        /** The session has too many streams already. */
        TOO_MANY_STREAMS,

        /** What followed an event cannot be told. */
        UNKNOWN_EVENT
    }

    private final Reason reason;

    SessionRefusedException(Reason reason, String message) {
        super(message, null, false, false);
        this.reason = reason;
    }

    static SessionRefusedException unknownEvent(String id) {
        return new SessionRefusedException(Reason.UNKNOWN_EVENT,
                "The event " + Quoted.of(id) + " is not known, or what followed it is gone");
    }

    public Reason reason() {
        return reason;
    }
}

package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.validation.Quoted;
import java.util.Objects;

/** A session cannot do what its client wants. */
@Internal
public final class SessionRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What stands in the way. */
    public enum Reason {

        /** Too many other sessions are in use. */
        TOO_MANY_SESSIONS,

        /** Too many sessions were ended before their time. */
        TOO_MANY_ENDED_SESSIONS,

        /** The streams of all clients are too many. */
        TOO_MANY_LISTENING_STREAMS,

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

    static SessionRefusedException tooManySessions() {
        return new SessionRefusedException(
                Reason.TOO_MANY_SESSIONS, "Too many sessions are in use (mcp.server.session.max-open)");
    }

    static SessionRefusedException unknownEvent(String id) {
        return new SessionRefusedException(
                Reason.UNKNOWN_EVENT, "The event " + Quoted.of(id) + " is not known, or what followed it is gone");
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    public Reason reason() {
        return reason;
    }
}

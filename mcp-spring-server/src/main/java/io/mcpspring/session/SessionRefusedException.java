package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.validation.Quoted;
import java.util.Objects;

/** Thrown if a session cannot serve a request of its client. */
@Internal
public final class SessionRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Why a request is refused. */
    public enum Reason {

        /** Too many other sessions are in use. */
        TOO_MANY_SESSIONS,

        /** Too many sessions were ended before they expired. */
        TOO_MANY_ENDED_SESSIONS,

        /** All clients together have too many streams. */
        TOO_MANY_LISTENING_STREAMS,

        /** The session or its user has too many streams already. */
        TOO_MANY_STREAMS,

        /** The last event that the client received is unknown, or the events after it are no longer kept. */
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

    static SessionRefusedException tooManyEndedSessions() {
        return new SessionRefusedException(
                Reason.TOO_MANY_ENDED_SESSIONS,
                "The requests and streams of the session have ended, but its id stays valid until it expires, because"
                        + " too many sessions were ended");
    }

    static SessionRefusedException tooManyListeningStreams(ListeningStreams.Refusal refusal) {
        return new SessionRefusedException(
                refusal == ListeningStreams.Refusal.CALLER
                        ? Reason.TOO_MANY_STREAMS
                        : Reason.TOO_MANY_LISTENING_STREAMS,
                refusal.text());
    }

    static SessionRefusedException unknownEvent(String id) {
        return new SessionRefusedException(
                Reason.UNKNOWN_EVENT,
                "Event " + Quoted.of(id) + " is not known, or the events after it are no longer kept");
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }

    public Reason reason() {
        return reason;
    }
}

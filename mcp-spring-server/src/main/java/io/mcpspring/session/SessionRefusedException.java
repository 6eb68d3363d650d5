package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.validation.Quoted;

/** Thrown if a session cannot serve a request of its client. */
@Internal
public final class SessionRefusedException extends RuntimeException {

    /** Why a request is refused. */
    public enum Kind {

        /** All clients together have reached a limit of the server. */
        SERVER_LIMIT,

        /** The session or its user has reached a limit. */
        CLIENT_LIMIT,

        /** The last event that the client received is unknown, or the events after it are no longer kept. */
        UNKNOWN_EVENT
    }

    private final Kind kind;

    SessionRefusedException(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    static SessionRefusedException of(ListeningStreams.Exceeded refusal) {
        return new SessionRefusedException(
                refusal == ListeningStreams.Exceeded.CALLER ? Kind.CLIENT_LIMIT : Kind.SERVER_LIMIT, refusal.text());
    }

    static SessionRefusedException unknownEvent(String id) {
        return new SessionRefusedException(
                Kind.UNKNOWN_EVENT,
                "Event " + Quoted.of(id) + " is not known, or the events after it are no longer kept");
    }

    public Kind kind() {
        return kind;
    }
}

package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.validation.Quoted;
import org.jspecify.annotations.Nullable;

/** Thrown if a session cannot serve a request of its client. */
@Internal
public final class SessionRefusedException extends RuntimeException {

    private final ListeningStreams.@Nullable Exceeded limit;

    /** @param limit the limit of streams that is reached; {@code null} if an event is unknown */
    SessionRefusedException(ListeningStreams.@Nullable Exceeded limit, String message) {
        super(message, null, false, false);
        this.limit = limit;
    }

    /** The last event that the client received is unknown, or the events after it are no longer kept. */
    static SessionRefusedException unknownEvent(String id) {
        return new SessionRefusedException(
                null, "Event " + Quoted.of(id) + " is not known, or the events after it are no longer kept");
    }

    /** Returns the limit of streams that is reached; {@code null} if an event is unknown. */
    public ListeningStreams.@Nullable Exceeded limit() {
        return limit;
    }
}

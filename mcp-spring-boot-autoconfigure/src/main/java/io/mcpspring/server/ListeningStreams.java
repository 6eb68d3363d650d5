package io.mcpspring.server;

import io.mcpspring.Internal;
import java.util.concurrent.Semaphore;

/**
 * Limits the number of connected streams on which clients listen to events: {@code GET} streams of the legacy era and
 * {@code subscriptions/listen}.
 */
@Internal
public final class ListeningStreams {

    /** The error text for clients when there are too many streams. */
    public static final String TOO_MANY =
            "Too many clients listen to events (mcp.server.http.sse.max-listening-streams); try again later";

    private final Semaphore free;

    public ListeningStreams(int limit) {
        this.free = new Semaphore(limit);
    }

    /** Reserves a stream, to be released by {@link #close}; returns {@code false} if there are too many. */
    public boolean tryOpen() {
        return free.tryAcquire();
    }

    public void close() {
        free.release();
    }
}

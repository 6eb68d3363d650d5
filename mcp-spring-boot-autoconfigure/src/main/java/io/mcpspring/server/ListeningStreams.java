package io.mcpspring.server;

import io.mcpspring.Internal;
import java.util.concurrent.Semaphore;

/**
 * Counts the streams on which clients wait for events: {@code GET} streams of the legacy revisions and
 * {@code subscriptions/listen}. Only a limited number of them is connected at a time.
 */
@Internal
public final class ListeningStreams {

    /** The error that a client gets when there are too many of them. */
    public static final String TOO_MANY =
            "Too many clients listen for events (mcp.server.http.sse.max-listening-streams); try again later";

    private final Semaphore free;

    public ListeningStreams(int limit) {
        this.free = new Semaphore(limit);
    }

    /** Reserves the place of one stream, which {@link #close} gives back; returns {@code false} if there is none. */
    public boolean tryOpen() {
        return free.tryAcquire();
    }

    public void close() {
        free.release();
    }
}

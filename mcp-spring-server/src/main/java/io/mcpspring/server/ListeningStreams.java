package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of connected streams on which clients listen to events: {@code GET} streams of the legacy era and
 * {@code subscriptions/listen}. A single user cannot take the streams of all others.
 */
@Internal
public final class ListeningStreams {

    /** Why a stream is refused. */
    public enum Exceeded {

        /** All clients together have reached the limit of the server. */
        ALL("Too many clients listen to events (mcp.server.http.sse.max-listening-streams); try again later"),

        /** The caller, or its session, has reached its own. */
        CALLER("The caller listens to events on too many streams"
                + " (mcp.server.http.sse.max-listening-streams-per-caller); close one of them");

        private final String text;

        Exceeded(String text) {
            this.text = text;
        }

        /** The error text for clients. */
        public String text() {
            return text;
        }
    }

    private final int limit;

    private final int limitPerUser;

    private final Semaphore free;

    private final Map<String, Integer> ofUsers = new ConcurrentHashMap<>();

    public ListeningStreams(int limit, int limitPerUser) {
        this.limit = limit;
        this.limitPerUser = limitPerUser;
        this.free = new Semaphore(limit);
    }

    /**
     * Reserves a stream, to be released by {@link #close}.
     *
     * @param user identifies the authenticated user, as {@link CallContext#userId()} does; streams of anonymous callers
     *     count among all streams only
     * @return why there is no stream; {@code null} if it was reserved
     */
    public @Nullable Exceeded openOrRefuse(@Nullable String user) {
        boolean tooMany = user != null && ofUsers.merge(user, 1, Integer::sum) > limitPerUser;
        if (!tooMany && free.tryAcquire()) {
            return null;
        }
        forget(user);
        return tooMany ? Exceeded.CALLER : Exceeded.ALL;
    }

    /** The number of open streams. */
    public int open() {
        return limit - free.availablePermits();
    }

    /** @param user as at {@link #openOrRefuse} */
    public void close(@Nullable String user) {
        forget(user);
        free.release();
    }

    private void forget(@Nullable String user) {
        if (user != null) {
            ofUsers.computeIfPresent(user, (key, streams) -> streams == 1 ? null : streams - 1);
        }
    }
}

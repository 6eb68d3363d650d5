package io.mcpspring.session;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The sessions that were ended before they expired. Each is kept until its id expires. A full list rejects further
 * sessions. If it removed an old entry instead, a client could make ended ids of other clients valid again by ending
 * many of its own sessions.
 */
final class EndedSessions {

    private final Map<String, Instant> expiries = new ConcurrentHashMap<>();

    private final int limit;

    EndedSessions(int limit) {
        this.limit = limit;
    }

    boolean contains(String key) {
        return expiries.containsKey(key);
    }

    /**
     * Adds a session.
     *
     * @return {@code false} if the list is full
     */
    synchronized boolean add(String key, Instant expiry) {
        if (expiries.size() < limit) {
            expiries.putIfAbsent(key, expiry);
        }
        return expiries.containsKey(key);
    }

    /** Removes the sessions whose ids have expired. */
    void sweep(Instant now) {
        expiries.values().removeIf(expiry -> !now.isBefore(expiry));
    }

    int size() {
        return expiries.size();
    }
}

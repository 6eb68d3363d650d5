package io.mcpspring.session;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/** Limits the number of sessions whose state is kept between their requests. */
final class Places {

    private final Set<OpenSession> taken = ConcurrentHashMap.newKeySet();

    // Least recently used first. A session that is used again stays in the set until it is polled.
    private final Set<OpenSession> idle = new LinkedHashSet<>();

    private final int limit;

    Places(int limit) {
        this.limit = limit;
    }

    /** Takes a place for the session unless it has one; returns whether it has a place now. */
    synchronized boolean take(OpenSession session) {
        return taken.contains(session) || taken.size() < limit && taken.add(session);
    }

    /** Releases the place of the session, if it has one. */
    // Nearly every request ends without one, and then takes no lock.
    void release(OpenSession session) {
        if (taken.remove(session)) {
            synchronized (this) {
                idle.remove(session);
            }
        }
    }

    /** Notes that no request of a session is running any more. */
    synchronized void markIdle(OpenSession session) {
        idle.remove(session);
        if (taken.contains(session)) {
            idle.add(session);
        }
    }

    /** Whether the session has a place and may lose it to others. */
    synchronized boolean isIdle(OpenSession session) {
        return idle.contains(session);
    }

    /** Removes and returns the matching session that has been idle for longest. */
    synchronized Optional<OpenSession> pollIdle(Predicate<OpenSession> condition) {
        Optional<OpenSession> oldest = idle.stream().filter(condition).findFirst();
        oldest.ifPresent(idle::remove);
        return oldest;
    }
}

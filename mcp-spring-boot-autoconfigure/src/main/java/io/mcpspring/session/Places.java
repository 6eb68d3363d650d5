package io.mcpspring.session;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The sessions that are remembered between their requests: at most so many. */
final class Places {

    private final Set<OpenSession> taken = new HashSet<>();

    // Those that were in use least recently come first. A session that is used again stays until it is polled.
    private final Set<OpenSession> idle = new LinkedHashSet<>();

    private final int limit;

    Places(int limit) {
        this.limit = limit;
    }

    /** Returns whether the session has a place now. */
    synchronized boolean take(OpenSession session) {
        return taken.contains(session) || taken.size() < limit && taken.add(session);
    }

    synchronized void release(OpenSession session) {
        taken.remove(session);
        idle.remove(session);
    }

    /** Notes that the last user of a session has left. */
    synchronized void becomesIdle(OpenSession session) {
        idle.remove(session);
        if (taken.contains(session)) {
            idle.add(session);
        }
    }

    /** Returns the session that has been idle for longest of those asked for, unless it is in use again. */
    synchronized Optional<OpenSession> pollIdle(Predicate<OpenSession> which) {
        Optional<OpenSession> oldest = idle.stream().filter(which).findFirst();
        oldest.ifPresent(idle::remove);
        return oldest;
    }
}

package io.mcpspring.session;

import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Keeps the last events of a session's streams for a client that lost its connection. The size and age of the events
 * are limited: the oldest events of all streams are removed first. All sessions also share a budget: when it is full,
 * the oldest events of the caller that holds most are removed. An event that does not fit even then is not kept, nor
 * are the earlier ones of its stream.
 */
final class EventLog {

    private static final int OVERHEAD_BYTES = 200;

    /** At least so many bytes are removed at a time, because it takes time to find the oldest of many sessions. */
    private static final int MIN_DROPPED_BYTES = 64 * 1024;

    private record Kept(EventId id, StreamEvent event, Instant at) {

        int size() {
            return event.size() + OVERHEAD_BYTES;
        }
    }

    private final Deque<Kept> entries = new ArrayDeque<>(1);

    private final OpenSessions sessions;

    private final int caller;

    private long size;

    EventLog(OpenSessions sessions, int caller) {
        this.sessions = sessions;
        this.caller = caller;
    }

    // Takes the bytes without the lock, because other logs may have to release theirs.
    void add(EventId id, StreamEvent event) {
        Kept entry = new Kept(id, event, sessions.clock.instant());
        long maxSize = sessions.settings.eventsMaxSize();
        if (entry.size() > Math.min(maxSize, sessions.events.share()) || !takeOrEvict(entry.size())) {
            // Its stream has a gap now; the events of other streams would be removed in vain.
            remove(id.stream());
            return;
        }
        synchronized (this) {
            entries.add(entry);
            size += entry.size();
            expire();
            while (size > maxSize) {
                removeFirst();
            }
        }
    }

    private boolean takeOrEvict(int bytes) {
        while (!sessions.events.take(caller, bytes, 0)) {
            if (!sessions.dropOldestEvents(sessions.events.debtor(caller, bytes))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the time of the oldest event; the end of time if there is none. */
    synchronized Instant oldest() {
        return entries.isEmpty() ? Instant.MAX : entries.peekFirst().at();
    }

    /** Drops the oldest events; returns {@code false} if there are none. */
    synchronized boolean dropOldest() {
        long before = size;
        while (!entries.isEmpty() && before - size < MIN_DROPPED_BYTES) {
            removeFirst();
        }
        return size < before;
    }

    /**
     * Returns the events that follow a given one on its stream.
     *
     * @throws SessionRefusedException if some of them have been removed, or the given event is unknown
     */
    synchronized List<StreamEvent> after(EventId last) {
        expire();
        // Events are removed only from the beginning of a stream, so nothing is missing if the given event or the next
        // one is kept.
        List<Kept> kept = entries.stream()
                .filter(entry ->
                        entry.id().stream().equals(last.stream()) && entry.id().number() >= last.number())
                .toList();
        if (kept.isEmpty() || kept.get(0).id().number() > last.number() + 1) {
            throw SessionRefusedException.unknownEvent(last.toString());
        }
        return kept.stream()
                .filter(entry -> entry.id().number() > last.number())
                .map(Kept::event)
                .toList();
    }

    /** Removes the events of a stream that cannot be resumed. */
    synchronized void remove(String stream) {
        entries.removeIf(entry -> entry.id().stream().equals(stream) && release(entry));
    }

    synchronized boolean isEmptyAfterExpiry() {
        expire();
        return entries.isEmpty();
    }

    synchronized void clear() {
        entries.removeIf(this::release);
    }

    private void expire() {
        Duration ttl = sessions.settings.eventsTtl();
        while (!entries.isEmpty() && oldest().plus(ttl).isBefore(sessions.clock.instant())) {
            removeFirst();
        }
    }

    private void removeFirst() {
        release(entries.removeFirst());
    }

    /** Gives the bytes of a removed entry back; always true, for {@code removeIf}. */
    private boolean release(Kept entry) {
        size -= entry.size();
        sessions.events.release(caller, entry.size());
        return true;
    }
}

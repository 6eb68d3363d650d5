package io.mcpspring.session;

import io.mcpspring.memory.ByteBudget;
import io.mcpspring.server.StreamEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Keeps the last events of a session's streams for a client that lost its connection. The size and age of the events
 * are limited: the oldest events of all streams are removed first. All sessions also share a budget. An event that does
 * not fit even then is not kept, nor are the earlier ones of its stream.
 */
final class EventLog {

    private static final int OVERHEAD_BYTES = 200;

    private record Entry(EventId id, StreamEvent event, Instant at) {

        int size() {
            return event.size() + OVERHEAD_BYTES;
        }
    }

    private final Deque<Entry> entries = new ArrayDeque<>(1);

    private final long maxSize;

    private final Duration ttl;

    private final ByteBudget budget;

    private final InstantSource clock;

    private long size;

    EventLog(long maxSize, Duration ttl, ByteBudget budget, InstantSource clock) {
        this.maxSize = maxSize;
        this.ttl = ttl;
        this.budget = budget;
        this.clock = clock;
    }

    synchronized void add(EventId id, StreamEvent event) {
        expire();
        Entry entry = new Entry(id, event, clock.instant());
        if (entry.size() > Math.min(maxSize, size + budget.left())) {
            // Its stream has a gap now; the events of other streams would be removed in vain.
            remove(id.stream());
            return;
        }
        while (size + entry.size() > maxSize || !budget.take(entry.size())) {
            if (entries.isEmpty()) {
                return;
            }
            removeFirst();
        }
        entries.add(entry);
        size += entry.size();
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
        List<Entry> kept = entries.stream()
                .filter(entry ->
                        entry.id().stream().equals(last.stream()) && entry.id().number() >= last.number())
                .toList();
        if (kept.isEmpty() || kept.get(0).id().number() > last.number() + 1) {
            throw SessionRefusedException.unknownEvent(last.toString());
        }
        return kept.stream()
                .filter(entry -> entry.id().number() > last.number())
                .map(Entry::event)
                .toList();
    }

    /** Removes the events of a stream that cannot be resumed. */
    synchronized void remove(String stream) {
        entries.removeIf(entry -> entry.id().stream().equals(stream) && release(entry));
    }

    synchronized boolean isEmpty() {
        expire();
        return entries.isEmpty();
    }

    synchronized void clear() {
        entries.removeIf(this::release);
    }

    private void expire() {
        while (!entries.isEmpty() && entries.peekFirst().at().plus(ttl).isBefore(clock.instant())) {
            removeFirst();
        }
    }

    private void removeFirst() {
        release(entries.removeFirst());
    }

    private boolean release(Entry entry) {
        size -= entry.size();
        budget.release(entry.size());
        return true;
    }
}

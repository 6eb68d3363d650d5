package io.mcpspring.session;

import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.memory.ByteBudget;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The sessions that are in use, and those whose state is kept between their requests. The number of the latter is
 * limited: beyond it, the state of the session that has been idle for longest is dropped.
 */
final class OpenSessions {

    // Changed under the lock of this object only.
    private final Map<String, OpenSession> byKey = new ConcurrentHashMap<>();

    /** Since when sessions are not in use, least recently used first. */
    final Map<OpenSession, Instant> idle = new LinkedHashMap<>();

    final SessionSettings settings;

    final ByteBudget events;

    final ByteBudget subscriptions;

    final InstantSource clock;

    OpenSessions(SessionSettings settings, ByteBudget events, ByteBudget subscriptions, InstantSource clock) {
        this.settings = settings;
        this.events = events;
        this.subscriptions = subscriptions;
        this.clock = clock;
    }

    /**
     * Returns the state of a session, which is kept at least until {@link #leave}.
     *
     * @param caller the number of the caller in the budgets
     */
    synchronized OpenSession enter(LegacySession session, int caller) {
        OpenSession open = byKey.computeIfAbsent(session.key(), key -> new OpenSession(session, caller, this));
        idle.remove(open);
        open.uses++;
        return open;
    }

    void leave(OpenSession open) {
        OpenSession dropped;
        synchronized (this) {
            open.uses--;
            if (open.uses > 0 || byKey.get(open.key()) != open) {
                return;
            }
            dropped = open;
            if (!open.isEmptyAfterExpiry()) {
                idle.put(open, clock.instant());
                if (idle.size() <= settings.maxOpen()) {
                    return;
                }
                dropped = idle.keySet().iterator().next();
            }
            remove(dropped);
        }
        // Without the lock, because this ends streams and fails questions.
        dropped.close();
    }

    private void remove(OpenSession open) {
        byKey.remove(open.key());
        idle.remove(open);
    }

    /**
     * Drops the state of sessions.
     *
     * @param found finds them under the lock of this object
     */
    private void drop(Supplier<Stream<OpenSession>> found) {
        List<OpenSession> dropped;
        synchronized (this) {
            dropped = found.get().toList();
            dropped.forEach(this::remove);
        }
        // Without the lock, because this ends streams and fails questions.
        dropped.forEach(OpenSession::close);
    }

    /**
     * Drops the oldest events of a caller.
     *
     * @return {@code false} if there are none
     */
    boolean dropOldestEvents(int caller) {
        return byKey.values().stream()
                .filter(open -> open.caller == caller)
                .min(Comparator.comparing(open -> open.streams.log.oldest()))
                .filter(open -> open.streams.log.dropOldest())
                .isPresent();
    }

    Optional<OpenSession> find(String key) {
        return Optional.ofNullable(byKey.get(key));
    }

    void close(String key) {
        drop(() -> find(key).stream());
    }

    void closeAll() {
        byKey.keySet().forEach(this::close);
    }

    /**
     * Sends an event about a list to all clients, and other events to the clients that have subscribed to them.
     *
     * @return the keys of the sessions that have subscribed to it, but have no connected stream on this instance
     */
    List<String> publish(ServerEvent event) {
        List<String> withoutStream = new ArrayList<>();
        byKey.forEach((key, open) -> {
            if (event instanceof ListChanged) {
                open.streams.send(event.notification());
            } else if (open.isSubscribed(event) && !open.streams.send(event.notification())) {
                withoutStream.add(key);
            }
        });
        return withoutStream;
    }

    /** Sends an event that another instance could not deliver to these sessions. */
    void publish(ServerEvent event, List<String> keys) {
        for (String key : keys) {
            // A session that has subscribed on this instance as well has the event already.
            find(key)
                    .filter(open -> !open.isSubscribed(event))
                    .ifPresent(open -> open.streams.send(event.notification()));
        }
    }

    /** Removes sessions without state, and those that have been idle for too long. */
    void sweep() {
        drop(() -> byKey.values().stream().filter(this::isExpired));
    }

    // Also asks the sessions in use whether they are empty, which releases their expired events.
    private boolean isExpired(OpenSession open) {
        boolean empty = open.isEmptyAfterExpiry();
        Instant since = idle.get(open);
        return since != null && (empty || since.plus(settings.idleTimeout()).isBefore(clock.instant()));
    }

    int size() {
        return byKey.size();
    }
}

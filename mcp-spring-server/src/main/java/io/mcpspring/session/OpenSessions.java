package io.mcpspring.session;

import io.mcpspring.event.ListChanged;
import io.mcpspring.event.ServerEvent;
import io.mcpspring.memory.ByteBudget;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The sessions that are in use, and those whose state is kept between their requests. The number of the latter is
 * limited: when it is reached, the state of the session that has been idle for longest is dropped.
 */
final class OpenSessions {

    private static final int EVENTS_HEAP_SHARE = 8;

    private static final int SUBSCRIPTIONS_HEAP_SHARE = 16;

    private final ConcurrentHashMap<String, OpenSession> byKey = new ConcurrentHashMap<>();

    private final SessionSettings settings;

    private final Places places;

    private final ByteBudget events;

    private final ByteBudget subscriptions;

    private final InstantSource clock;

    OpenSessions(SessionSettings settings, InstantSource clock) {
        this(settings, ByteBudget.ofHeap(EVENTS_HEAP_SHARE), ByteBudget.ofHeap(SUBSCRIPTIONS_HEAP_SHARE), clock);
    }

    OpenSessions(SessionSettings settings, ByteBudget events, ByteBudget subscriptions, InstantSource clock) {
        this.settings = settings;
        this.places = new Places(settings.maxOpen());
        this.events = events;
        this.subscriptions = subscriptions;
        this.clock = clock;
    }

    /** Returns the state of a session, which is kept at least until {@link #leave}. */
    OpenSession enter(LegacySession session) {
        String key = session.key();
        OpenSession existing = byKey.get(key);
        return existing != null && existing.enter()
                ? existing
                : byKey.merge(key, create(key), (open, created) -> open.enter() ? open : created);
    }

    private OpenSession create(String key) {
        OpenSession created = new OpenSession(key, settings, this, events, new Subscriptions(subscriptions), clock);
        created.enter();
        return created;
    }

    void leave(OpenSession open) {
        open.leave();
        if (open.retire()) {
            remove(open);
        } else if (open.isIdle()) {
            keepIdle(open);
        }
    }

    private void keepIdle(OpenSession open) {
        if (keep(open)) {
            places.markIdle(open);
        } else if (open.evict()) {
            remove(open);
        }
    }

    /**
     * Keeps the state of a session between its requests.
     *
     * @return {@code false} if too many other sessions are in use
     */
    boolean keep(OpenSession open) {
        while (!places.take(open)) {
            if (!evictIdle(any -> true)) {
                return false;
            }
        }
        if (open.isClosed()) {
            // A session that was closed before it took its place has not released it.
            places.release(open);
        }
        return true;
    }

    /**
     * Drops the state of the session with subscriptions that has been idle for longest.
     *
     * @return {@code false} if there is none
     */
    boolean evictSubscriber() {
        return evictIdle(OpenSession::hasSubscriptions);
    }

    private boolean evictIdle(Predicate<OpenSession> condition) {
        Optional<OpenSession> oldest = places.pollIdle(condition);
        while (oldest.isPresent() && !oldest.get().evict()) {
            oldest = places.pollIdle(condition);
        }
        oldest.ifPresent(this::remove);
        return oldest.isPresent();
    }

    private void remove(OpenSession open) {
        byKey.remove(open.key(), open);
        close(open);
    }

    private void close(OpenSession open) {
        open.close();
        places.release(open);
    }

    Optional<OpenSession> find(String key) {
        return Optional.ofNullable(byKey.get(key));
    }

    void close(String key) {
        OpenSession open = byKey.remove(key);
        if (open != null) {
            close(open);
        }
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
                open.streams().send(event);
            } else if (open.isSubscribed(event) && !open.streams().send(event)) {
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
                    .ifPresent(open -> open.streams().send(event));
        }
    }

    void closeStandAloneStreams() {
        byKey.values().forEach(open -> open.streams().closeStandAlone());
    }

    /** Removes sessions without state, and those that have been idle for too long. */
    void sweep() {
        byKey.values().stream().filter(OpenSession::retire).forEach(this::remove);
    }

    int size() {
        return byKey.size();
    }

    Places places() {
        return places;
    }

    ByteBudget events() {
        return events;
    }

    ByteBudget subscriptions() {
        return subscriptions;
    }
}

package io.mcpspring.session;

import io.mcpspring.protocol.JsonRpcNotification;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The sessions of which something is remembered at the moment. */
final class OpenSessions {

    private final ConcurrentHashMap<String, OpenSession> byKey = new ConcurrentHashMap<>();

    private final EventBudget budget = new EventBudget(Runtime.getRuntime().maxMemory() / 8);

    private final SessionSettings settings;

    private final InstantSource clock;

    OpenSessions(SessionSettings settings, InstantSource clock) {
        this.settings = settings;
        this.clock = clock;
    }

    /**
     * What is remembered of a session, for the time up to {@link #leave}.
     *
     * @throws TooManySessionsException if there are too many others
     */
    OpenSession enter(LegacySession session) {
        return byKey.compute(session.key(), (key, open) -> (open == null ? create() : open).enter());
    }

    private OpenSession create() {
        if (byKey.mappingCount() >= settings.maxOpen()) {
            throw new TooManySessionsException("Too many sessions are in use (mcp.server.session.max-open)");
        }
        return new OpenSession(settings, budget, clock);
    }

    void leave(LegacySession session) {
        byKey.computeIfPresent(session.key(), (key, open) -> {
            open.leave();
            return open.isForgettable() ? null : open;
        });
    }

    Optional<OpenSession> find(String key) {
        return Optional.ofNullable(byKey.get(key));
    }

    void close(String key) {
        OpenSession open = byKey.remove(key);
        if (open != null) {
            open.close();
        }
    }

    void closeAll() {
        byKey.keySet().forEach(this::close);
    }

    /** Tells all clients something that belongs to no request. */
    void tell(JsonRpcNotification notification) {
        byKey.values().forEach(open -> open.tell(notification));
    }

    void closeStandAloneStreams() {
        byKey.values().forEach(OpenSession::closeStandAlone);
    }

    /** Forgets what has become useless. */
    void sweep() {
        byKey.keySet().forEach(key -> byKey.computeIfPresent(key, (same, open) -> {
            if (!open.isForgettable()) {
                return open;
            }
            open.close();
            return null;
        }));
    }

    int size() {
        return byKey.size();
    }
}

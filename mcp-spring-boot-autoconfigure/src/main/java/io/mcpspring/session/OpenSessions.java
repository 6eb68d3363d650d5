package io.mcpspring.session;

import io.mcpspring.server.ListChanged;
import io.mcpspring.server.ServerEvent;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
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
     * @throws SessionRefusedException if there are too many others
     */
    OpenSession enter(LegacySession session) {
        return byKey.compute(session.key(), (key, open) -> {
            // One that is about to be forgotten leaves its place to the next.
            if (open == null) {
                checkRoom();
            }
            return open != null && open.enter() ? open : create(key);
        });
    }

    private void checkRoom() {
        if (byKey.mappingCount() >= settings.maxOpen()) {
            throw new SessionRefusedException(SessionRefusedException.Reason.TOO_MANY_SESSIONS,
                    "Too many sessions are in use (mcp.server.session.max-open)");
        }
    }

    private OpenSession create(String key) {
        OpenSession created = new OpenSession(key, settings, budget, clock);
        created.enter();
        return created;
    }

    void leave(LegacySession session, OpenSession open) {
        open.leave();
        forgetIfUseless(session.key(), open);
    }

    private void forgetIfUseless(String key, OpenSession open) {
        if (open.retire()) {
            byKey.remove(key, open);
            open.close();
        }
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

    /**
     * Tells the clients that want to know of an event.
     *
     * @return the sessions whose clients asked to know of it and listen elsewhere, if at all
     */
    List<String> tell(ServerEvent event) {
        List<String> elsewhere = new ArrayList<>();
        byKey.forEach((key, open) -> {
            if (event instanceof ListChanged) {
                open.tell(event);
            } else if (open.isSubscribed(event) && !open.tell(event)) {
                elsewhere.add(key);
            }
        });
        return elsewhere;
    }

    void closeStandAloneStreams() {
        byKey.values().forEach(OpenSession::closeStandAlone);
    }

    /** Forgets what has become useless. */
    void sweep() {
        byKey.forEach(this::forgetIfUseless);
    }

    int size() {
        return byKey.size();
    }
}

package io.mcpspring.redis;

import io.mcpspring.event.McpEndedSessions;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Keeps the ended sessions in a sorted set, by the times at which their ids expire. */
final class RedisEndedSessions implements McpEndedSessions, RedisLink.Upkeep {

    private static final int MAX_SESSIONS = 100_000;

    private static final int MAX_UNSAVED = 10_000;

    /** Until then, other instances are connected again and have added theirs. */
    private static final int SECONDS_UNTIL_LOAD = 5;

    private static final Script ADD = new Script("end-session.lua");

    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();

    private final Map<String, Instant> unsaved = new ConcurrentHashMap<>();

    private int secondsUntilLoad;

    private final RedisLink link;

    private final Keys keys;

    RedisEndedSessions(RedisLink link, Keys keys) {
        this.link = link;
        this.keys = keys;
        link.add(this);
    }

    @Override
    public void add(String session, Instant expiresAt) {
        if (unsaved.size() < MAX_UNSAVED) {
            unsaved.put(session, expiresAt);
        }
        if (link.isConnected()) {
            save(session, expiresAt);
        }
    }

    private CompletionStage<?> save(String session, Instant expiresAt) {
        return ADD.run(link, List.of(keys.ended()), session, Script.millisUntil(expiresAt), MAX_SESSIONS)
                .thenRun(() -> unsaved.remove(session));
    }

    @Override
    public void load(Consumer<String> listener) {
        listeners.add(listener);
        if (link.isConnected()) {
            pass(List.of(listener));
        }
    }

    // Messages about ended sessions may have been lost meanwhile.
    @Override
    public void connected() {
        pass(listeners);
        secondsUntilLoad = SECONDS_UNTIL_LOAD;
    }

    private void pass(List<Consumer<String>> to) {
        if (to.isEmpty()) {
            return;
        }
        link.await(link.commands().zrange(keys.ended(), 0, -1)).stream()
                .map(session -> new String(session, StandardCharsets.UTF_8))
                .forEach(session -> to.forEach(listener -> listener.accept(session)));
    }

    @Override
    public void keep() {
        // One after the other, so that a slow Redis has one of them at most.
        unsaved.forEach((session, expiresAt) -> link.await(save(session, expiresAt)));
        if (secondsUntilLoad > 0 && --secondsUntilLoad == 0) {
            pass(listeners);
        }
    }
}

package io.mcpspring.task;

import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Tasks of this process, forgotten when their time to live is over. */
public final class InMemoryTaskStore implements McpTaskStore {

    private final Map<String, McpTask> byId = new ConcurrentHashMap<>();

    private final InstantSource clock;

    public InMemoryTaskStore(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public void save(McpTask task) {
        byId.values().removeIf(this::isOver);
        byId.put(task.id(), task);
    }

    @Override
    public Optional<McpTask> find(String id) {
        return Optional.ofNullable(byId.get(id)).filter(task -> !isOver(task));
    }

    private boolean isOver(McpTask task) {
        return clock.instant().isAfter(task.expiresAt());
    }
}

package io.mcpspring.task;

import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tasks of this process, forgotten when their time to live is over; the oldest of those that have ended earlier, if there
 * are too many.
 */
public final class InMemoryTaskStore implements McpTaskStore {

    private static final int MAX_TASKS = 10_000;

    // In the order of their beginning, which is that of their expiry.
    private final Map<String, McpTask> byId = new LinkedHashMap<>();

    private final InstantSource clock;

    public InMemoryTaskStore(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public synchronized void save(McpTask task) {
        byId.put(task.id(), task);
        Iterator<McpTask> oldest = byId.values().iterator();
        while (oldest.hasNext() && isOver(oldest.next())) {
            oldest.remove();
        }
        if (byId.size() > MAX_TASKS) {
            byId.values().stream().filter(other -> other.status().isTerminal()).findFirst()
                    .ifPresent(ended -> byId.remove(ended.id()));
        }
    }

    @Override
    public synchronized Optional<McpTask> find(String id) {
        return Optional.ofNullable(byId.get(id)).filter(task -> !isOver(task));
    }

    private boolean isOver(McpTask task) {
        return clock.instant().isAfter(task.expiresAt());
    }
}

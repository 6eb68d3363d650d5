package io.mcpspring.task;

import io.mcpspring.Internal;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps tasks in the memory of this process. A task is removed when it expires. The oldest tasks that have ended are
 * removed earlier if there are more than 10,000 tasks, or if all tasks together exceed the memory limit.
 */
@Internal
public final class InMemoryTaskStore implements McpTaskStore {

    private static final int MAX_TASKS = 10_000;

    /** The number of bytes that a task counts in addition to its result. */
    private static final int BYTES_OF_A_TASK = 1_000;

    // Ordered by begin, and thereby by expiry.
    private final Map<String, McpTask> byId = new LinkedHashMap<>();

    private final long maxBytes;

    private final InstantSource clock;

    long bytes;

    /** Creates a store whose tasks together have at most an eighth of the heap. */
    public InMemoryTaskStore() {
        this(shareOfHeap());
    }

    /** @param maxBytes maximum size of all tasks together, in bytes */
    public InMemoryTaskStore(long maxBytes) {
        this(maxBytes, InstantSource.system());
    }

    InMemoryTaskStore(long maxBytes, InstantSource clock) {
        this.maxBytes = maxBytes;
        this.clock = clock;
    }

    /** Returns the number of bytes that all tasks may have together by default. */
    static long shareOfHeap() {
        return Runtime.getRuntime().maxMemory() / 8;
    }

    @Override
    public synchronized void save(McpTask task) {
        McpTask before = byId.get(task.id());
        // A task that ends because it has expired may have been removed already.
        if (before == null && isOver(task)) {
            return;
        }
        byId.put(task.id(), task);
        bytes += size(task) - (before == null ? 0 : size(before));
        forget(task.id());
    }

    private boolean isOver(McpTask task) {
        return !clock.instant().isBefore(task.expiresAt());
    }

    private static long size(McpTask task) {
        return BYTES_OF_A_TASK + (task.result() == null ? 0 : task.result().utf8().length);
    }

    // Removes expired tasks, and then the oldest ended ones until the limits are met, except for the task in use.
    private void forget(String used) {
        Iterator<McpTask> oldest = byId.values().iterator();
        while (oldest.hasNext()) {
            McpTask task = oldest.next();
            boolean over = isOver(task);
            boolean tooMuch = byId.size() > MAX_TASKS || bytes > maxBytes;
            if (!tooMuch && !over) {
                return;
            }
            if (over || task.status().isTerminal() && !task.id().equals(used)) {
                oldest.remove();
                bytes -= size(task);
            }
        }
    }

    @Override
    public synchronized Optional<McpTask> find(String id) {
        forget(id);
        return Optional.ofNullable(byId.get(id));
    }
}

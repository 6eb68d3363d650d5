package io.mcpspring.task;

import io.mcpspring.Internal;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Keeps tasks in the memory of this process. A task is removed when it expires. The oldest tasks that have ended are
 * removed earlier if there are more than 10,000 tasks, or if all tasks together exceed the memory limit.
 */
@Internal
public final class InMemoryTaskStore implements McpTaskStore {

    private static final int MAX_TASKS = 10_000;

    /** The number of bytes that a task counts in addition to its result. */
    private static final int BYTES_OF_A_TASK = 1_000;

    /** The begin is a {@link System#nanoTime()}, which does not change when the clock is set. */
    private record Kept(McpTask task, long begin) {

        long bytes() {
            return BYTES_OF_A_TASK + (task.result() == null ? 0 : task.result().utf8().length);
        }

        boolean isOver(long now) {
            return Duration.ofNanos(now - begin).compareTo(task.ttl()) > 0;
        }
    }

    // Ordered by begin, and thereby by expiry.
    private final Map<String, Kept> byId = new LinkedHashMap<>();

    private final long maxBytes;

    private final LongSupplier nanoTime;

    long bytes;

    /** Creates a store whose tasks together have at most an eighth of the heap. */
    public InMemoryTaskStore() {
        this(shareOfHeap());
    }

    /** @param maxBytes maximum size of all tasks together, in bytes */
    public InMemoryTaskStore(long maxBytes) {
        this(maxBytes, System::nanoTime);
    }

    InMemoryTaskStore(long maxBytes, LongSupplier nanoTime) {
        this.maxBytes = maxBytes;
        this.nanoTime = nanoTime;
    }

    /** Returns the number of bytes that all tasks may have together by default. */
    static long shareOfHeap() {
        return Runtime.getRuntime().maxMemory() / 8;
    }

    @Override
    public synchronized void save(McpTask task) {
        long now = nanoTime.getAsLong();
        Kept before = byId.get(task.id());
        // A task that ends because it has expired may have been removed already.
        if (before == null && hasExpired(task)) {
            return;
        }
        Kept saved = new Kept(task, before == null ? now : before.begin());
        byId.put(task.id(), saved);
        bytes += saved.bytes() - (before == null ? 0 : before.bytes());
        forget(now, task.id());
    }

    private static boolean hasExpired(McpTask task) {
        return Duration.between(task.createdAt(), task.lastUpdatedAt()).compareTo(task.ttl()) >= 0;
    }

    // Removes expired tasks, and then the oldest ended ones until the limits are met, except for the task in use.
    private void forget(long now, String used) {
        Iterator<Kept> oldest = byId.values().iterator();
        while (oldest.hasNext()) {
            Kept entry = oldest.next();
            boolean tooMuch = byId.size() > MAX_TASKS || bytes > maxBytes;
            if (!tooMuch && !entry.isOver(now)) {
                return;
            }
            if (entry.isOver(now)
                    || entry.task().status().isTerminal() && !entry.task().id().equals(used)) {
                oldest.remove();
                bytes -= entry.bytes();
            }
        }
    }

    @Override
    public synchronized Optional<McpTask> find(String id) {
        forget(nanoTime.getAsLong(), id);
        return Optional.ofNullable(byId.get(id)).map(Kept::task);
    }
}

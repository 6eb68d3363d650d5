package io.mcpspring.task;

import io.mcpspring.Internal;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Tasks of this process. A task is forgotten when its time to live is over. The oldest tasks that have ended are
 * forgotten earlier if there are more than 10,000 tasks, or if the results together take more memory than they may.
 */
@Internal
public final class InMemoryTaskStore implements McpTaskStore {

    private static final int MAX_TASKS = 10_000;

    /** Minimum size of a task without its result. */
    private static final int BYTES_OF_A_TASK = 1_000;

    /** Measured in nanoseconds of a clock that is never set. */
    private record Entry(McpTask task, long begin) {

        long bytes() {
            return BYTES_OF_A_TASK + (task.result() == null ? 0 : task.result().utf8().length);
        }

        boolean isOver(long now) {
            return Duration.ofNanos(now - begin).compareTo(task.ttl()) > 0;
        }
    }

    // In the order of their beginning, which is that of their expiry.
    private final Map<String, Entry> byId = new LinkedHashMap<>();

    private final long maxBytes;

    private final LongSupplier nanoTime;

    private long bytes;

    /** @param maxBytes maximum size of all results together, in bytes */
    public InMemoryTaskStore(long maxBytes) {
        this(maxBytes, System::nanoTime);
    }

    InMemoryTaskStore(long maxBytes, LongSupplier nanoTime) {
        this.maxBytes = maxBytes;
        this.nanoTime = nanoTime;
    }

    @Override
    public synchronized void save(McpTask task) {
        long now = nanoTime.getAsLong();
        Entry before = byId.get(task.id());
        Entry saved = new Entry(task, before == null ? now : before.begin());
        byId.put(task.id(), saved);
        bytes += saved.bytes() - (before == null ? 0 : before.bytes());
        forget(now, task.id());
    }

    // Removes expired tasks, and others until the limit is met, but never the task in use.
    private void forget(long now, String used) {
        Iterator<Entry> oldest = byId.values().iterator();
        while (oldest.hasNext()) {
            Entry entry = oldest.next();
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
        return Optional.ofNullable(byId.get(id)).map(Entry::task);
    }

    /** The number of bytes that the tasks take. */
    synchronized long bytes() {
        return bytes;
    }
}

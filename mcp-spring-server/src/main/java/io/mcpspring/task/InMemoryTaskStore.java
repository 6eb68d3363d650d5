package io.mcpspring.task;

import io.mcpspring.Internal;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.server.Deadlines;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps tasks in the memory of this process. A task is removed when it expires. Tasks that have ended share a budget:
 * when it is full, the oldest of the caller that holds most are removed earlier. Keeps them as JSON, so that what other
 * stores could not write and read back cannot be kept here either.
 */
@Internal
public final class InMemoryTaskStore implements McpTaskStore {

    /** Divisor of the heap size: the results of all tasks may occupy this part of the heap. */
    static final int HEAP_SHARE = 8;

    /** About what a task occupies besides its JSON. */
    private static final int OVERHEAD_BYTES = 500;

    /** @param size the bytes in the budget; none while the task runs */
    private record Kept(byte[] json, int caller, int size, Instant until) {}

    // Ordered by begin, and thereby by expiry.
    private final Map<String, Kept> byId = new LinkedHashMap<>();

    final ByteBudget budget;

    private final InstantSource clock;

    /** Creates a store whose tasks together have at most an eighth of the heap. */
    public InMemoryTaskStore() {
        this(ByteBudget.ofHeap(HEAP_SHARE), Deadlines.steadyClock());
    }

    InMemoryTaskStore(ByteBudget budget, InstantSource clock) {
        this.budget = budget;
        this.clock = clock;
    }

    @Override
    public boolean save(McpTask task) {
        save(task, task.toUtf8());
        return true;
    }

    private synchronized void save(McpTask task, byte[] json) {
        Kept before = byId.get(task.id());
        // By this clock, because that of the task may be set.
        Instant until = before == null
                ? clock.instant().plus(Duration.between(task.lastUpdatedAt(), task.expiresAt()))
                : before.until();
        // A task that ends because it has expired may have been removed already.
        if (before == null && isOver(until)) {
            return;
        }
        int size = task.status().isTerminal() ? json.length + OVERHEAD_BYTES : 0;
        Kept kept = new Kept(json, task.caller, size, until);
        if (before != null) {
            release(before);
        }
        if (makeRoom(task.id(), kept)) {
            byId.put(task.id(), kept);
        } else {
            byId.remove(task.id());
        }
        removeExpired();
    }

    private boolean isOver(Instant until) {
        return !clock.instant().isBefore(until);
    }

    private boolean makeRoom(String id, Kept kept) {
        while (kept.size() > 0 && !budget.take(kept.caller(), kept.size(), 0)) {
            int debtor = budget.debtor(kept.caller(), kept.size());
            Optional<String> oldest = byId.entrySet().stream()
                    .filter(other ->
                            other.getValue().size() > 0 && other.getValue().caller() == debtor)
                    .map(Map.Entry::getKey)
                    .filter(other -> !other.equals(id))
                    .findFirst();
            if (oldest.isEmpty()) {
                return false;
            }
            forget(oldest.get());
        }
        return true;
    }

    synchronized void forget(String id) {
        Optional.ofNullable(byId.remove(id)).ifPresent(this::release);
    }

    private void release(Kept kept) {
        budget.release(kept.caller(), kept.size());
    }

    private void removeExpired() {
        List<String> over = byId.entrySet().stream()
                .takeWhile(kept -> isOver(kept.getValue().until()))
                .map(Map.Entry::getKey)
                .toList();
        over.forEach(this::forget);
    }

    @Override
    public Optional<McpTask> find(String id) {
        return json(id).map(McpTask::fromUtf8);
    }

    private synchronized Optional<byte[]> json(String id) {
        removeExpired();
        return Optional.ofNullable(byId.get(id)).map(Kept::json);
    }
}

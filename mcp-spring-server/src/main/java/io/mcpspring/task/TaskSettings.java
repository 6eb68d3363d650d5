package io.mcpspring.task;

import io.mcpspring.Internal;
import io.mcpspring.memory.ByteBudget;
import java.time.Duration;

/**
 * Limits of tasks.
 *
 * @param ttl time from the start of a task until it expires
 * @param maxActive maximum number of tasks that run at the same time
 * @param maxResultBytes maximum size of a result, in bytes: the share of a caller in the memory of results
 * @param saveTimeout maximum time in which the store must save a new task; its request fails after that
 */
@Internal
public record TaskSettings(Duration ttl, int maxActive, long maxResultBytes, Duration saveTimeout) {

    /** Settings for results that the store in memory can keep, with the time limit that cannot be configured. */
    public TaskSettings(Duration ttl, int maxActive) {
        this(ttl, maxActive, ByteBudget.ofHeap(InMemoryTaskStore.HEAP_SHARE).share(), Duration.ofSeconds(30));
    }
}

package io.mcpspring.task;

import io.mcpspring.Internal;
import java.time.Duration;

/**
 * Limits of tasks.
 *
 * @param ttl how long after its beginning a task may be asked for
 * @param maxActive how many tasks run at a time
 * @param maxResultBytes maximum size of a result
 */
@Internal
public record TaskSettings(Duration ttl, int maxActive, long maxResultBytes) {}

package io.mcpspring.task;

import io.mcpspring.Internal;
import java.time.Duration;

/**
 * Limits of tasks.
 *
 * @param ttl time from the start of a task until it expires
 * @param maxActive maximum number of tasks that run at the same time
 * @param maxResultBytes maximum size of a result, in bytes
 */
@Internal
public record TaskSettings(Duration ttl, int maxActive, long maxResultBytes) {}

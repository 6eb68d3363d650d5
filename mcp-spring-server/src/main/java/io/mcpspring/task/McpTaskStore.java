package io.mcpspring.task;

import java.util.Optional;

/**
 * Stores tasks. The default keeps them in the memory of the process; a bean of this type replaces it, for instance to
 * share tasks between instances. A task always runs in one instance: when the instance is shut down, its tasks are
 * cancelled; when the instance crashes, they keep their state until they expire.
 *
 * <p>The methods may block. All changes are saved one after the other, so a slow store delays all tasks: a request
 * whose task is not saved within 30 seconds fails, and its call is cancelled. Failures are logged. If the last state of
 * a task cannot be saved, the instance that ran the task keeps it in memory; other instances return the state that was
 * saved before.
 */
public interface McpTaskStore {

    /**
     * Saves a task in place of the one with the same id.
     *
     * @param task the task, stored as {@link McpTask#toJson()} until {@link McpTask#expiresAt()}
     */
    void save(McpTask task);

    /**
     * Finds a task.
     *
     * @param id the id of the task
     * @return the task, read by {@link McpTask#fromJson}; empty if there is none, or if it has expired
     */
    Optional<McpTask> find(String id);
}

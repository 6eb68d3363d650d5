package io.mcpspring.task;

import java.util.Optional;

/**
 * Stores tasks. The default keeps them in the memory of the process; a bean of this type replaces it, for instance to
 * share tasks between instances. A task always runs in one instance: when the instance is shut down, its tasks are
 * cancelled; when the instance crashes, they keep their state until they expire, unless the store knows that they are
 * {@linkplain #isAbandoned abandoned}.
 *
 * <p>The methods may block, and are called by several threads. All changes of tasks of this instance are saved one
 * after the other, so a slow store delays all tasks: a request whose task is not saved within 30 seconds fails, and its
 * call is cancelled. Failures are logged. If the last state of a task cannot be saved, the instance that ran the task
 * keeps it in memory; other instances return the state that was saved before.
 */
public interface McpTaskStore {

    /**
     * Saves a task in place of the one with the same id. A store that instances share does not replace a task that has
     * ended, because another instance may have ended it as {@linkplain #isAbandoned abandoned}, nor one with a higher
     * {@linkplain McpTask#revision() revision}.
     *
     * @param task the task, stored as {@link McpTask#toJson()} until {@link McpTask#expiresAt()}
     * @return {@code false} if the store has another end of the task, or, for the end of an abandoned task, another
     *     revision than the one before, because its instance has changed it; a call that runs here is then cancelled
     */
    boolean save(McpTask task);

    /**
     * Finds a task.
     *
     * @param id the id of the task
     * @return the task, read by {@link McpTask#fromJson}; empty if there is none, or if it has expired
     */
    Optional<McpTask> find(String id);

    /**
     * Returns whether a task will not change any more although it has not ended, because the instance that ran it has
     * crashed. Such a task fails, and is saved. Called when a client asks for a task of another instance, and every
     * five seconds for each one that a client listens to.
     *
     * @param id the id of the task
     * @return whether the task is abandoned; by default, this is not known
     */
    default boolean isAbandoned(String id) {
        return false;
    }
}

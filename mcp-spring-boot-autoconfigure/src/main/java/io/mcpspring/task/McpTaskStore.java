package io.mcpspring.task;

import java.util.Optional;

/**
 * Remembers tasks. The default keeps them in the memory of the process; a bean of this type takes its place, for
 * instance to share them between instances. A task runs in one instance, whatever the store: when that is shut down,
 * its tasks are cancelled; when it dies, they stay as they are until they expire.
 *
 * <p>The methods may block. Changes are saved one after the other; one that fails is logged. If it is the last state of
 * a task, the instance that ran the task keeps the state in memory, and other instances see the state before.
 */
public interface McpTaskStore {

    /** Puts a task in the place of the one with its id; may forget it when its time to live is over. */
    void save(McpTask task);

    /** The task with this id; empty if there is none, or its time to live is over. */
    Optional<McpTask> find(String id);
}

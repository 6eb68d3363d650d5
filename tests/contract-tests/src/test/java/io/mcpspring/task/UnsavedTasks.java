package io.mcpspring.task;

/** Finds the tasks that a server keeps because their store failed to save them. */
public final class UnsavedTasks {

    private UnsavedTasks() {}

    public static McpTaskStore of(Tasks tasks) {
        return tasks.unsaved;
    }
}

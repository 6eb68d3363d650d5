package io.mcpspring.event;

import io.mcpspring.Internal;
import java.util.Map;

/**
 * The status of a task has changed.
 *
 * @param task the task as clients see it
 */
@Internal
public record TaskChanged(String taskId, Map<String, Object> task) implements ServerEvent {

    @Override
    public String topic() {
        return "task " + taskId;
    }

    @Override
    public String method() {
        return "notifications/tasks";
    }

    @Override
    public Map<String, Object> params() {
        return task;
    }
}

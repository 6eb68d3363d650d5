package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.mcpspring.Internal;

/** The result of a call that continues as a task. */
@Internal
public record CreateTaskResult(@JsonUnwrapped GetTaskResult task) implements TypedResult {

    @Override
    public String resultType() {
        return "task";
    }
}

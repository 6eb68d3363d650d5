package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.Internal;
import java.time.Instant;

/** The result of a call that continues as a task. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Internal
public record CreateTaskResult(
        String taskId,
        TaskStatus status,
        @JsonFormat(shape = JsonFormat.Shape.STRING) Instant createdAt,
        @JsonFormat(shape = JsonFormat.Shape.STRING) Instant lastUpdatedAt,
        long ttlMs,
        long pollIntervalMs)
        implements TypedResult {

    @Override
    public String resultType() {
        return "task";
    }
}

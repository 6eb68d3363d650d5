package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import io.mcpspring.Internal;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a task stands.
 *
 * @param statusMessage the same in words
 * @param inputRequests all open questions, if input is required
 * @param result the outcome, if the task is completed
 * @param error the error, if it failed
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
@Internal
public record GetTaskResult(
        String taskId,
        TaskStatus status,
        @Nullable String statusMessage,
        @JsonFormat(shape = JsonFormat.Shape.STRING) Instant createdAt,
        @JsonFormat(shape = JsonFormat.Shape.STRING) Instant lastUpdatedAt,
        long ttlMs,
        @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, InputRequest> inputRequests,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonValue result,
        @Nullable JsonRpcError error)
        implements TypedResult {

    /** The time after which a client should ask again. */
    @JsonProperty
    public long pollIntervalMs() {
        return 1_000;
    }
}

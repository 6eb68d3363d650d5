package io.mcpspring.task;

import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A task at one moment.
 *
 * @param id names it; cannot be guessed
 * @param user identifies the authenticated user whose task it is, the only one who may know of it: the name, after the
 *     issuer if the user has one; {@code null} if there is none
 * @param status where it stands
 * @param statusMessage the same in words
 * @param createdAt when it began
 * @param lastUpdatedAt when it came to where it stands
 * @param ttl how long after its beginning it may be forgotten
 * @param inputRequests the open questions, by key
 * @param result the result of the call, once it is completed
 * @param error the error, once it failed
 */
public record McpTask(
        String id,
        @Nullable String user,
        TaskStatus status,
        @Nullable String statusMessage,
        Instant createdAt,
        Instant lastUpdatedAt,
        Duration ttl,
        Map<String, InputRequest> inputRequests,
        @Nullable JsonValue result,
        @Nullable JsonRpcError error) {

    static McpTask begun(String id, @Nullable String user, Duration ttl, Instant now) {
        return new McpTask(id, user, TaskStatus.WORKING, null, now, now, ttl, Map.of(), null, null);
    }

    McpTask waiting(Map<String, InputRequest> questions, Instant now) {
        return new McpTask(
                id,
                user,
                questions.isEmpty() ? TaskStatus.WORKING : TaskStatus.INPUT_REQUIRED,
                null,
                createdAt,
                later(now),
                ttl,
                questions,
                null,
                null);
    }

    McpTask completed(JsonValue outcome, Instant now) {
        return new McpTask(id, user, TaskStatus.COMPLETED, null, createdAt, later(now), ttl, Map.of(), outcome, null);
    }

    McpTask failed(JsonRpcError reason, Instant now) {
        return new McpTask(
                id, user, TaskStatus.FAILED, reason.message(), createdAt, later(now), ttl, Map.of(), null, reason);
    }

    McpTask cancelled(Instant now) {
        return new McpTask(id, user, TaskStatus.CANCELLED, null, createdAt, later(now), ttl, Map.of(), null, null);
    }

    // The clock may be set back.
    private Instant later(Instant now) {
        return now.isAfter(lastUpdatedAt) ? now : lastUpdatedAt;
    }

    /** The same task without its result. */
    McpTask withoutResult() {
        return new McpTask(id, user, status, statusMessage, createdAt, lastUpdatedAt, ttl, inputRequests, null, error);
    }
}

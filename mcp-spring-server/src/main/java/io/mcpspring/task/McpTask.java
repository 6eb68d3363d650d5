package io.mcpspring.task;

import io.mcpspring.memory.ByteBudget;
import io.mcpspring.memory.CallerKeys;
import io.mcpspring.protocol.GetTaskResult;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.TaskStatus;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;
import tools.jackson.core.JacksonException;

/**
 * The state of a task at one moment. Immutable. A {@link McpTaskStore} stores the text of {@link #toJson()}; apart from
 * it, only {@link #id()}, {@link #expiresAt()} and, if instances share the store, {@link #revision()} and
 * {@link #status()} matter to the store.
 */
public final class McpTask {

    private static final int FORMAT = 1;

    /**
     * The stored form.
     *
     * @param format version of the format; it changes only if older releases cannot read newer texts, not if members
     *     are added
     * @param revision the number of changes
     */
    private record Stored(int format, @Nullable String user, String tool, int revision, GetTaskResult task) {}

    private final Stored state;

    /** The number of the caller in the memory of results; not stored. */
    final int caller;

    private McpTask(Stored state, int caller) {
        this.state = state;
        this.caller = caller;
    }

    static McpTask begun(String id, @Nullable String user, int caller, String tool, Duration ttl, Instant now) {
        GetTaskResult task =
                new GetTaskResult(id, TaskStatus.WORKING, null, now, now, ttl.toMillis(), Map.of(), null, null);
        return new McpTask(new Stored(FORMAT, user, tool, 0, task), caller);
    }

    /**
     * Reads a task that {@link #toJson()} wrote, in this release or in an earlier one.
     *
     * @param json the text that was stored
     * @return the task
     * @throws IllegalArgumentException if the text is not a task, or was written by a later release in a different
     *     format
     */
    public static McpTask fromJson(String json) {
        return fromUtf8(json.getBytes(StandardCharsets.UTF_8));
    }

    static McpTask fromUtf8(byte[] json) {
        Stored stored;
        try {
            stored = McpJson.readValue(json, Stored.class);
        } catch (JacksonException ex) {
            throw new IllegalArgumentException("The text must be a task that toJson() wrote", ex);
        }
        Assert.isTrue(
                stored.format() == FORMAT,
                () -> "The task has the format " + stored.format() + "; this release reads the format " + FORMAT);
        Assert.isTrue(
                stored.tool() != null && stored.task() != null && stored.task().taskId() != null,
                "The text must have the name of a tool and the id of a task");
        return new McpTask(stored, ByteBudget.caller(CallerKeys.of(stored.user(), null)));
    }

    /**
     * Returns the whole task as JSON, with the version of its format. Other releases with the same format can read it,
     * so that stored tasks survive an update.
     *
     * @return a JSON object on one line; its members are not part of the API
     */
    public String toJson() {
        return new String(toUtf8(), StandardCharsets.UTF_8);
    }

    byte[] toUtf8() {
        return McpJson.writeValue(state);
    }

    /** {@return the id of the task, which cannot be guessed} */
    public String id() {
        return state.task().taskId();
    }

    /**
     * Identifies the authenticated user to whom the task belongs; other users cannot find it.
     *
     * @return the name of the user, preceded by the issuer if the user has one; {@code null} for an anonymous user
     */
    public @Nullable String user() {
        return state.user();
    }

    /** The name of the tool. */
    String tool() {
        return state.tool();
    }

    /** {@return the number of changes of the task before this state} */
    public int revision() {
        return state.revision();
    }

    /** {@return the status of the task} */
    public TaskStatus status() {
        return state.task().status();
    }

    /** {@return the reason for the status, for people; {@code null} if there is none} */
    public @Nullable String statusMessage() {
        return state.task().statusMessage();
    }

    /** {@return the time at which the task began} */
    public Instant createdAt() {
        return state.task().createdAt();
    }

    /** {@return the time of the last change of the task} */
    public Instant lastUpdatedAt() {
        return state.task().lastUpdatedAt();
    }

    /** {@return the time from {@link #createdAt()} until the task expires; see {@code mcp.server.tasks.ttl}} */
    public Duration ttl() {
        return Duration.ofMillis(state.task().ttlMs());
    }

    /** {@return the time after which the store may remove the task} */
    public Instant expiresAt() {
        return createdAt().plus(ttl());
    }

    /** The task as clients see it. */
    GetTaskResult forClients() {
        return state.task();
    }

    /** The result of the call, once it is completed. */
    @Nullable
    JsonValue result() {
        return state.task().result();
    }

    McpTask waiting(Map<String, InputRequest> questions, Instant now) {
        TaskStatus status = questions.isEmpty() ? TaskStatus.WORKING : TaskStatus.INPUT_REQUIRED;
        return changed(status, null, now, questions, null, null);
    }

    McpTask completed(JsonValue outcome, Instant now) {
        return changed(TaskStatus.COMPLETED, null, now, Map.of(), outcome, null);
    }

    McpTask failed(JsonRpcError reason, Instant now) {
        return changed(TaskStatus.FAILED, reason.message(), now, Map.of(), null, reason);
    }

    McpTask cancelled(Instant now) {
        return changed(TaskStatus.CANCELLED, null, now, Map.of(), null, null);
    }

    /** Returns a copy without the result. */
    McpTask withoutResult() {
        GetTaskResult task = state.task();
        return changed(status(), statusMessage(), lastUpdatedAt(), task.inputRequests(), null, task.error());
    }

    private McpTask changed(
            TaskStatus status,
            @Nullable String message,
            Instant now,
            Map<String, InputRequest> questions,
            @Nullable JsonValue result,
            @Nullable JsonRpcError error) {
        // The clock may be set back.
        Instant changedAt = now.isAfter(lastUpdatedAt()) ? now : lastUpdatedAt();
        GetTaskResult task = new GetTaskResult(
                id(), status, message, createdAt(), changedAt, state.task().ttlMs(), questions, result, error);
        return new McpTask(new Stored(FORMAT, user(), state.tool(), revision() + 1, task), caller);
    }

    @Override
    public String toString() {
        return "McpTask[id=" + id() + ", status=" + status() + "]";
    }
}

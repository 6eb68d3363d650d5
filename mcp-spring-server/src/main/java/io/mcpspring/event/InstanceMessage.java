package io.mcpspring.event;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.mcpspring.Internal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A message of one instance of the server to the others. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
@Internal
public sealed interface InstanceMessage {

    /** Something changed in the server. */
    record Changed(ServerEvent event) implements InstanceMessage {}

    /** A session was ended before it expired. */
    record SessionEnded(String session) implements InstanceMessage {}

    /** A client answered a question that this instance did not ask. */
    record Answered(String session, ObjectNode response) implements InstanceMessage {}

    /** A client cancelled a request that does not run at this instance. */
    record Cancelled(String session, JsonNode requestId) implements InstanceMessage {}

    /** An event for sessions that have subscribed to it, but have no connected stream at this instance. */
    record Undelivered(List<String> sessions, ServerEvent event) implements InstanceMessage {}

    /** A client unsubscribed from an event. */
    record Unsubscribed(String session, ServerEvent event) implements InstanceMessage {}

    /**
     * The status of a task has changed.
     *
     * @param state the task as clients see it; {@code null} if it has a result, which is read from the store
     */
    record TaskSaved(String task, @Nullable Map<String, Object> state) implements InstanceMessage {}

    /** A client answered questions of a task that does not run at this instance. */
    record TaskAnswered(String task, Map<String, JsonNode> responses) implements InstanceMessage {}

    /** A client cancelled a task that does not run at this instance. */
    record TaskCancelled(String task) implements InstanceMessage {}
}

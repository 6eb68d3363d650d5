package io.mcpspring.event;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.mcpspring.Internal;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What one instance of a server tells the others. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = InstanceMessage.Changed.class, name = "changed"),
    @JsonSubTypes.Type(value = InstanceMessage.SessionEnded.class, name = "sessionEnded"),
    @JsonSubTypes.Type(value = InstanceMessage.Answered.class, name = "answered"),
    @JsonSubTypes.Type(value = InstanceMessage.Cancelled.class, name = "cancelled"),
    @JsonSubTypes.Type(value = InstanceMessage.Told.class, name = "told"),
    @JsonSubTypes.Type(value = InstanceMessage.Unsubscribed.class, name = "unsubscribed"),
    @JsonSubTypes.Type(value = InstanceMessage.TaskAnswered.class, name = "taskAnswered"),
    @JsonSubTypes.Type(value = InstanceMessage.TaskCancelled.class, name = "taskCancelled")
})
@Internal
public sealed interface InstanceMessage {

    /** Something changed in the server. */
    record Changed(ServerEvent event) implements InstanceMessage {}

    /**
     * A session was ended.
     *
     * @param expiresAt when it would have ended by itself, in seconds since 1970
     */
    record SessionEnded(String session, long expiresAt) implements InstanceMessage {}

    /** A client answered a question, which was not asked here. */
    record Answered(String session, ObjectNode response) implements InstanceMessage {}

    /** A client cancelled a request, which does not run here. */
    record Cancelled(String session, JsonNode requestId) implements InstanceMessage {}

    /** Clients of these sessions want to know of an event, and none of them listens here. */
    record Told(List<String> sessions, ServerEvent event) implements InstanceMessage {}

    /** A client does not want to know of an event any more. */
    record Unsubscribed(String session, ServerEvent event) implements InstanceMessage {}

    /** A client answered questions of a task, which does not run here. */
    record TaskAnswered(String task, Map<String, JsonNode> responses) implements InstanceMessage {}

    /** A client cancelled a task, which does not run here. */
    record TaskCancelled(String task) implements InstanceMessage {}
}

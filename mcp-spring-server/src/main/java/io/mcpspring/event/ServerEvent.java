package io.mcpspring.event;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonRpcNotification;
import java.util.Map;

/** A change in the server of which clients can be notified. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "kind")
@Internal
public sealed interface ServerEvent permits ListChanged, ResourceUpdated, TaskChanged {

    /** Identifies the subject of the event; subscriptions to the event have the same topic. */
    String topic();

    /** The method of the notification for clients. */
    String method();

    /** The notification's parameters. */
    default Map<String, Object> params() {
        return Map.of();
    }

    /** Returns the notification for clients that get it as it is. */
    default JsonRpcNotification notification() {
        return new JsonRpcNotification(method(), params());
    }
}

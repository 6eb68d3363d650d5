package io.mcpspring.protocol;

import io.mcpspring.Internal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A request, which is answered by exactly one {@link JsonRpcResponse} with the same id. */
@Internal
public record JsonRpcRequest(RequestId id, String method, ObjectNode params) implements JsonRpcMessage {

    /** Whether the request is for this method. */
    public boolean isFor(RequestMethod requested) {
        return method.equals(requested.value());
    }

    /** Returns the name of the tool or prompt, or the URI of the resource; empty for other requests. */
    public String entry() {
        JsonNode reference = params.path("ref").isObject() ? params.get("ref") : params;
        String name = reference.path("name").stringValue(null);
        return name != null ? name : reference.path("uri").stringValue("");
    }
}

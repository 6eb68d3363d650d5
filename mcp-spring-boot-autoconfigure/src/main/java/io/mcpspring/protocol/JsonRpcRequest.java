package io.mcpspring.protocol;

import io.mcpspring.Internal;
import tools.jackson.databind.node.ObjectNode;

/** A request, which is answered by exactly one {@link JsonRpcResponse} with the same id. */
@Internal
public record JsonRpcRequest(RequestId id, String method, ObjectNode params) implements JsonRpcMessage {

    /** Whether the request is for this method. */
    public boolean isFor(RequestMethod requested) {
        return method.equals(requested.value());
    }
}

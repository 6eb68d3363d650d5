package io.mcpspring.protocol;

import io.mcpspring.Internal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;
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
        RequestMethod known = RequestMethod.of(method).orElse(null);
        if (known == null) {
            return "";
        }
        // Not what is there: clients may send further members.
        JsonNode entry = switch (known) {
            case CALL_TOOL, GET_PROMPT -> params.path("name");
            case READ_RESOURCE, SUBSCRIBE, UNSUBSCRIBE -> params.path("uri");
            case COMPLETE -> completed(params.path("ref"));
            default -> MissingNode.getInstance();
        };
        return entry.stringValue("");
    }

    private static JsonNode completed(JsonNode reference) {
        return reference.path("type").stringValue("").equals("ref/prompt")
                ? reference.path("name")
                : reference.path("uri");
    }
}

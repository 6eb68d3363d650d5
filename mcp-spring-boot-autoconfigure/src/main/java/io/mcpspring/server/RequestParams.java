package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.protocol.McpProtocolException;
import tools.jackson.databind.JsonNode;

/** Reads the members of a request's parameters. */
@Internal
public final class RequestParams {

    private RequestParams() {}

    /**
     * A text that must be there.
     *
     * @throws McpProtocolException -32602 if it is missing or not a string
     */
    public static String text(JsonNode params, String member) {
        return text(params, member, "'" + member + "'");
    }

    /**
     * A text further down that must be there.
     *
     * @param label names it as the client finds it in its request
     * @throws McpProtocolException -32602 if it is missing or not a string
     */
    public static String text(JsonNode object, String member, String label) {
        String text = object.path(member).stringValue(null);
        if (text == null) {
            throw unfit(object, member, label, "a string");
        }
        return text;
    }

    /**
     * An object that must be there.
     *
     * @param label names it as the client finds it in its request
     * @throws McpProtocolException -32602 if it is missing or not an object
     */
    public static JsonNode object(JsonNode object, String member, String label) {
        if (!object.path(member).isObject()) {
            throw unfit(object, member, label, "an object");
        }
        return object.get(member);
    }

    private static McpProtocolException unfit(JsonNode object, String member, String label, String type) {
        return McpProtocolException.invalidParams(label + (object.has(member) ? " must be " + type : " is missing"));
    }
}

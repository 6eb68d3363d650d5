package io.mcpspring.server;

import io.mcpspring.protocol.McpProtocolException;
import tools.jackson.databind.JsonNode;

/** Reads members of a request's parameters. */
public final class RequestParams {

    private RequestParams() {
    }

    /**
     * A member that has to be there.
     *
     * @throws McpProtocolException -32602 if it is missing or no string
     */
    public static String text(JsonNode params, String member) {
        return text(params, member, member);
    }

    /**
     * A member, further down, that has to be there.
     *
     * @param path where the client finds it in its request
     * @throws McpProtocolException -32602 if it is missing or no string
     */
    public static String text(JsonNode object, String member, String path) {
        String text = object.path(member).stringValue(null);
        if (text == null) {
            throw McpProtocolException.invalidParams(path + " is missing or no string");
        }
        return text;
    }
}

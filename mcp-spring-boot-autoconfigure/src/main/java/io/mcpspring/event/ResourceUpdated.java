package io.mcpspring.event;

import io.mcpspring.Internal;
import io.mcpspring.protocol.McpProtocolException;
import java.util.Map;

/** What a resource holds has changed. */
@Internal
public record ResourceUpdated(String uri) implements ServerEvent {

    private static final int MAX_CHARACTERS = 8_192;

    /**
     * Checks the address of a resource that a client wants to know about.
     *
     * @param path where the address stands in the request
     * @throws McpProtocolException -32602 if the address is too long
     */
    public static String requireAddress(String uri, String path) {
        if (uri.length() > MAX_CHARACTERS) {
            throw McpProtocolException.invalidParams(
                    "'" + path + "' must be an address of at most " + MAX_CHARACTERS + " characters");
        }
        return uri;
    }

    @Override
    public String topic() {
        return "resource " + uri;
    }

    @Override
    public String method() {
        return "notifications/resources/updated";
    }

    @Override
    public Map<String, Object> params() {
        return Map.of("uri", uri);
    }
}

package io.mcpspring.event;

import io.mcpspring.Internal;
import io.mcpspring.protocol.McpProtocolException;
import java.util.Map;

/** The contents of a resource have changed. */
@Internal
public record ResourceUpdated(String uri) implements ServerEvent {

    private static final int MAX_CHARACTERS = 8_192;

    /**
     * Checks the URI of a resource to which a client subscribes.
     *
     * @param path the place of the URI in the request
     * @throws McpProtocolException -32602 if the URI is too long
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

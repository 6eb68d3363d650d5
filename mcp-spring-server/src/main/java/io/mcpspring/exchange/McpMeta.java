package io.mcpspring.exchange;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The {@code _meta} of a request: information of the client, or of a gateway, about the request, such as a trace id. A
 * method gets it by declaring a parameter of this type. In the modern era it contains the protocol's own members, whose
 * keys begin with {@code io.modelcontextprotocol/}.
 *
 * @param json the object as it was sent, which must not be changed; empty if the request has none
 */
public record McpMeta(JsonNode json) {

    /**
     * Returns a text.
     *
     * @param key the key of the member
     * @return the text; empty if there is no such member or it is not a string
     */
    public Optional<String> text(String key) {
        return Optional.ofNullable(json.path(key).stringValue(null));
    }
}

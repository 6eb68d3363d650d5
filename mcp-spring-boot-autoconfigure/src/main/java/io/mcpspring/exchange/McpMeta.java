package io.mcpspring.exchange;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The {@code _meta} of a request: what its client, or a gateway in between, says about the request besides its
 * parameters, such as a trace id. A tool method gets it by declaring a parameter of this type. In the modern era the
 * protocol's own members are among it, with keys that begin with {@code io.modelcontextprotocol/}.
 *
 * @param json the object as it was sent, not to be changed; empty if the request has none
 */
public record McpMeta(JsonNode json) {

    /** The text under this key; empty if there is none, or something that is no text. */
    public Optional<String> text(String key) {
        return Optional.ofNullable(json.path(key).stringValue(null));
    }
}

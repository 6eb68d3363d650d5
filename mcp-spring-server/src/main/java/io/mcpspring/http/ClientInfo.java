package io.mcpspring.http;

import io.mcpspring.protocol.Implementation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads how a client describes itself. Invalid members are ignored, because the server does not depend on them. */
final class ClientInfo {

    private ClientInfo() {}

    static @Nullable Implementation read(JsonNode json) {
        String name = text(json, "name");
        String version = text(json, "version");
        if (name == null || version == null) {
            return null;
        }
        return new Implementation(
                name, version, text(json, "title"), text(json, "description"), text(json, "websiteUrl"), List.of());
    }

    private static @Nullable String text(JsonNode json, String member) {
        return json.path(member).stringValue(null);
    }
}

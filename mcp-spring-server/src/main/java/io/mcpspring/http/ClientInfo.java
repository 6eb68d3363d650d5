package io.mcpspring.http;

import io.mcpspring.protocol.Implementation;
import io.mcpspring.validation.Quoted;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads how a client describes itself. Invalid members are ignored and long ones are shortened, because the server does
 * not depend on them, and streams and audit events keep them.
 */
final class ClientInfo {

    private static final int MAX_CHARACTERS = 256;

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
        String text = json.path(member).stringValue(null);
        return text == null ? null : Quoted.start(text, MAX_CHARACTERS, "...");
    }
}

package io.mcpspring.exchange;

import tools.jackson.databind.JsonNode;

/** Finds what a request names in its parameters. */
final class EntryName {

    private EntryName() {}

    /** The name of a tool or prompt, or the URI of a resource; empty if the request names none. */
    static String of(JsonNode params) {
        JsonNode reference = params.path("ref").isObject() ? params.get("ref") : params;
        String name = reference.path("name").stringValue(null);
        return name != null ? name : reference.path("uri").stringValue("");
    }
}

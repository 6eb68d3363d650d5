package io.mcpspring.validation;

import tools.jackson.databind.JsonNode;

/** Generated schemas in tests: they are checked against their meta-schema, also if the library trusts them. */
public final class ValidSchema {

    private ValidSchema() {}

    /** Returns a schema; fails if it is not valid. */
    public static JsonSchema of(JsonNode schema) {
        JsonSchema.requireValid(schema);
        return JsonSchema.of(schema);
    }
}

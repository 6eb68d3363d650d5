package io.mcpspring.validation;

import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Another schema that the value must fit as well, which may be one that contains the reference.
 *
 * @param compiled all schemas of the document, by their identity
 */
record Reference(JsonNode schema, Map<JsonNode, SchemaCheck> compiled) implements Check {

    @Override
    public boolean allows(JsonNode value) {
        return check().allows(value);
    }

    @Override
    public Stream<String> allKinds() {
        return check().allKinds();
    }

    @Override
    public JsonNode accept(JsonNode value, Checking checking) {
        return check().accept(value, checking);
    }

    private SchemaCheck check() {
        return schema.isBoolean() && !schema.booleanValue()
                ? SchemaCheck.NONE
                : compiled.getOrDefault(schema, SchemaCheck.ANY);
    }
}

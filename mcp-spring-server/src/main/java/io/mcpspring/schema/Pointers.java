package io.mcpspring.schema;

import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Visits nested schemas, and adapts local references when a schema moves to another place in a document. */
final class Pointers {

    private static final Set<String> SCHEMAS_BY_NAME =
            Set.of("properties", "patternProperties", "$defs", "definitions", "dependentSchemas");
    private static final Set<String> DATA = Set.of("const", "enum", "default", "examples");
    private static final List<String> REFERENCES = List.of("$ref", "$dynamicRef");

    private Pointers() {}

    /** The schema of an object whose member {@code result} fits the given schema. */
    static ObjectNode wrapped(JsonNode schema) {
        JsonNode inner = schema.deepCopy();
        ObjectNode wrapper = JsonNodeFactory.instance.objectNode();
        if (inner instanceof ObjectNode object && !object.has("$id")) {
            if (object.has("$schema")) {
                wrapper.set("$schema", object.remove("$schema"));
            }
            redirect(object, reference -> moved(reference, "#/properties/result"));
        }
        wrapper.put("type", "object").putObject("properties").set("result", inner);
        wrapper.putArray("required").add("result");
        return wrapper;
    }

    private static String moved(String reference, String newRoot) {
        boolean pointer = reference.equals("#") || reference.startsWith("#/");
        return pointer ? newRoot + reference.substring(1) : reference;
    }

    /** Rewrites all references inside the schema. */
    static void redirect(JsonNode schema, UnaryOperator<String> change) {
        forEachSchema(
                schema,
                inner -> REFERENCES.stream()
                        .filter(keyword -> inner.path(keyword).isString())
                        .forEach(keyword -> inner.put(
                                keyword, change.apply(inner.get(keyword).stringValue()))));
    }

    /** Visits the schema and all schemas inside it, except those that are separate resources ({@code $id}). */
    static void forEachSchema(JsonNode schema, Consumer<ObjectNode> visitor) {
        if (schema instanceof ObjectNode object) {
            visitor.accept(object);
        }
        schema.properties().forEach(keyword -> {
            if (SCHEMAS_BY_NAME.contains(keyword.getKey())) {
                keyword.getValue().forEach(inner -> enter(inner, visitor));
            } else if (!DATA.contains(keyword.getKey())) {
                enterAll(keyword.getValue(), visitor);
            }
        });
    }

    private static void enterAll(JsonNode value, Consumer<ObjectNode> visitor) {
        if (value.isArray()) {
            value.forEach(inner -> enter(inner, visitor));
        } else {
            enter(value, visitor);
        }
    }

    private static void enter(JsonNode schema, Consumer<ObjectNode> visitor) {
        if (schema.isObject() && !schema.path("$id").isString()) {
            forEachSchema(schema, visitor);
        }
    }
}

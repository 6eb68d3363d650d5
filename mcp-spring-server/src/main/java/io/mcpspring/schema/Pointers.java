package io.mcpspring.schema;

import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Adapts local references when a schema moves to another place in a document. */
final class Pointers {

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
        for (JsonNode referring : schema.findParents("$ref")) {
            if (referring.get("$ref").isString()) {
                ((ObjectNode) referring)
                        .put("$ref", change.apply(referring.get("$ref").stringValue()));
            }
        }
    }
}

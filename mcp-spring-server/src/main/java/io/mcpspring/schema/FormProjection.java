package io.mcpspring.schema;

import io.mcpspring.validation.SchemaTypes;
import org.springframework.util.Assert;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Forms, whose titles of choices are under {@code enumNames}, as the revisions have them. */
final class FormProjection {

    private FormProjection() {}

    /** Returns the form with a constant and a title for each choice. */
    static ObjectNode titled(ObjectNode form) {
        ObjectNode titled = form.deepCopy();
        titled.get("properties").forEach(field -> {
            replaceTitles((ObjectNode) field, "oneOf");
            if (field.get("items") instanceof ObjectNode items && items.has("enumNames")) {
                items.remove("type");
                replaceTitles(items, "anyOf");
            }
        });
        return titled;
    }

    private static void replaceTitles(ObjectNode schema, String keyword) {
        if (!(schema.remove("enumNames") instanceof ArrayNode titles)) {
            return;
        }
        JsonNode values = schema.remove("enum");
        JsonNode chosen = schema.remove("default");
        ArrayNode choices = schema.putArray(keyword);
        for (int i = 0; i < values.size(); i++) {
            choices.addObject().<ObjectNode>set("const", values.get(i)).set("title", titles.get(i));
        }
        if (chosen != null) {
            schema.set("default", chosen);
        }
    }

    /**
     * Returns the form for revisions in which only booleans show their default.
     *
     * @throws IllegalArgumentException if they cannot express it
     */
    static ObjectNode older(ObjectNode form) {
        ObjectNode older = form.deepCopy();
        older.get("properties").forEach(field -> {
            String kind = SchemaTypes.single(field);
            Assert.isTrue(!kind.equals("array"), "The revision has no multiple choice");
            if (!kind.equals("boolean")) {
                ((ObjectNode) field).remove("default");
            }
        });
        return older;
    }
}

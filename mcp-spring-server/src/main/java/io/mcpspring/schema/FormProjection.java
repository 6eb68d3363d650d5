package io.mcpspring.schema;

import io.mcpspring.protocol.ProtocolVersion;
import org.springframework.util.Assert;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Forms as a revision has them. */
final class FormProjection {

    private FormProjection() {}

    /**
     * Returns the schema for a revision.
     *
     * @throws IllegalArgumentException if the revision cannot express it
     */
    static ObjectNode of(ObjectNode form, ProtocolVersion version) {
        if (version.hasElicitationModes()) {
            return form;
        }
        ObjectNode older = form.deepCopy();
        older.get("properties").forEachEntry((name, field) -> {
            String kind = FormSchema.kind(field);
            Assert.isTrue(!kind.equals("array"), "The revision has no multiple choice");
            enumerate((ObjectNode) field, "oneOf", true);
            if (!kind.equals("boolean")) {
                ((ObjectNode) field).remove("default");
            }
        });
        return older;
    }

    /** The form without the titles of choices: answers are compared with it, because its problems read best. */
    static ObjectNode plain(ObjectNode form) {
        ObjectNode plain = form.objectNode().setAll(form);
        ObjectNode fields = plain.putObject("properties");
        form.get("properties").forEachEntry((name, field) -> fields.set(name, plainField((ObjectNode) field)));
        return plain;
    }

    static ObjectNode plainField(ObjectNode field) {
        ObjectNode plain = field.deepCopy();
        enumerate(plain, "oneOf", false);
        if (plain.get("items") instanceof ObjectNode items) {
            enumerate(items, "anyOf", false);
        }
        return plain;
    }

    private static void enumerate(ObjectNode schema, String keyword, boolean named) {
        if (!(schema.remove(keyword) instanceof ArrayNode choices)) {
            return;
        }
        schema.putArray("enum")
                .addAll(choices.valueStream().map(choice -> choice.get("const")).toList());
        if (named) {
            schema.putArray("enumNames")
                    .addAll(choices.valueStream()
                            .map(choice -> choice.get("title"))
                            .toList());
        }
    }
}

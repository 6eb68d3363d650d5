package io.mcpspring.schema;

import io.mcpspring.protocol.ProtocolVersion;
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
    static ObjectNode of(ObjectNode form, Class<?> type, ProtocolVersion version) {
        if (version.hasElicitationModes()) {
            return form;
        }
        ObjectNode older = form.deepCopy();
        older.get("properties").forEachEntry((name, field) -> {
            String kind = FormSchema.kind(field);
            if (kind.equals("array")) {
                throw new IllegalArgumentException(("%s cannot be a form in revision %s. Property '%s': multiple choice"
                                + " requires revision %s. Ask clients of this revision with a boolean for each choice.")
                        .formatted(
                                type.getName(),
                                version,
                                name,
                                ProtocolVersion.since(ProtocolVersion::hasElicitationModes)));
            }
            shorten((ObjectNode) field, kind);
        });
        return older;
    }

    private static void shorten(ObjectNode field, String kind) {
        enumerate(field, "oneOf", true);
        if (!kind.equals("boolean")) {
            field.remove("default");
        }
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

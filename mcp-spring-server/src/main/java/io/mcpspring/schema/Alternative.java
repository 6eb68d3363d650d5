package io.mcpspring.schema;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * One of the types that a value may have, with the frame that Jackson puts around it.
 *
 * @param name how JSON names the type; {@code null} if its members distinguish it
 */
record Alternative(JavaType type, Frame frame, @Nullable TypeName name) {

    /** How the name of a type is combined with its value. */
    enum Frame {
        /** The name is a member of the object, or there is none. */
        MEMBER,
        /** {@code {"name": value}}. */
        OBJECT,
        /** {@code ["name", value]}. */
        ARRAY
    }

    /**
     * The name of a type.
     *
     * @param member the member of an object that has it
     * @param ids the names; empty if any name stands for this type
     * @param optional whether a value without it has this type
     */
    record TypeName(String member, List<String> ids, boolean optional) {

        /** Adds the member to the schema of an object. */
        void addTo(ObjectNode properties, ArrayNode required) {
            ObjectNode schema = properties.putObject(member);
            if (ids.isEmpty()) {
                schema.put("type", "string");
            } else if (ids.size() == 1) {
                schema.put("const", ids.get(0));
            } else {
                ids.forEach(schema.putArray("enum")::add);
            }
            if (!optional) {
                required.add(member);
            }
        }
    }

    /** The schema of a value in its frame. */
    ObjectNode framed(ObjectNode value) {
        List<String> ids = Objects.requireNonNull(name).ids();
        ObjectNode schema = value.objectNode();
        if (ids.isEmpty()) {
            return frame == Frame.OBJECT ? schema.put("type", "object") : SchemaParts.array(schema);
        }
        String id = ids.get(0);
        if (frame == Frame.OBJECT) {
            schema.put("type", "object").putObject("properties").set(id, value);
            schema.putArray("required").add(id);
            schema.put("additionalProperties", false);
        } else {
            ArrayNode items = schema.put("type", "array").putArray("prefixItems");
            items.addObject().put("const", id);
            items.add(value);
            schema.put("minItems", 2).put("maxItems", 2).putObject("items");
        }
        return schema;
    }
}

package io.mcpspring.schema;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a Java type looks like in JSON. */
sealed interface JsonShape {

    /** A value whose schema is already known. */
    record Plain(ObjectNode schema) implements JsonShape {

        static Plain anything() {
            return new Plain(JsonNodeFactory.instance.objectNode());
        }

        /** What a type that holds a tree of JSON may be. */
        static Plain tree(JavaType type) {
            Plain tree = anything();
            if (type.isTypeOrSubTypeOf(ObjectNode.class)) {
                tree.schema.put("type", "object");
            }
            return type.isTypeOrSubTypeOf(ArrayNode.class) ? new Plain(SchemaParts.array(tree.schema)) : tree;
        }
    }

    /** An array of one type. */
    record Items(JavaType item) implements JsonShape {}

    /** An object with arbitrary member names. */
    record Entries(JavaType key, JavaType value) implements JsonShape {}

    /** A value or {@code null}. */
    record Maybe(JavaType value) implements JsonShape {}

    /** Written and read as if it were another type. */
    record Like(JavaType other) implements JsonShape {}

    /** An object with known properties, and with a member that names its type if Jackson adds one. */
    record Members(JavaType type, @Nullable TypeMember typeMember) implements JsonShape {}

    /** One of several types. */
    record Choice(List<Alternative> alternatives) implements JsonShape {}

    /** A member that names the type, and its value for this type. */
    record TypeMember(String name, String id) {}

    /** One type of a choice, with the frame that Jackson puts around it, if any. */
    record Alternative(JavaType type, Frame frame, @Nullable TypeMember typeMember) {

        /** The schema of a value in its frame. */
        ObjectNode framed(ObjectNode value) {
            String id = Objects.requireNonNull(typeMember).id();
            ObjectNode schema = value.objectNode();
            if (frame == Frame.OBJECT) {
                schema.put("type", "object").putObject("properties").set(id, value);
                schema.putArray("required").add(id);
            } else {
                ArrayNode items = schema.put("type", "array").putArray("prefixItems");
                items.addObject().put("const", id);
                items.add(value);
                schema.put("minItems", 2).put("maxItems", 2).putObject("items");
            }
            return schema;
        }
    }

    /** How the name of a type is combined with its value. */
    enum Frame {
        /** The name is a member of the object, or there is none. */
        MEMBER,
        /** {@code {"name": value}}. */
        OBJECT,
        /** {@code ["name", value]}. */
        ARRAY
    }
}

package io.mcpspring.validation;

import io.mcpspring.Internal;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The other names under which Jackson reads the members of an object, or the constants of an enum: a keyword that input
 * schemas have until they are published. Arguments get the names of the schema before anything sees them, and the
 * mapper that reads them does not know other names.
 */
@Internal
public final class OtherNames {

    static final String KEYWORD = "io.mcpspring/otherNames";

    /** The member of the keyword that allows each name in any case. */
    private static final String ANY_CASE = "*";

    private OtherNames() {}

    public static void add(ObjectNode schema, List<String> names, String name) {
        names.forEach(other -> schema.withObjectProperty(KEYWORD).put(other, name));
    }

    public static void ignoreCase(ObjectNode schema) {
        schema.withObjectProperty(KEYWORD).put(ANY_CASE, true);
    }

    static boolean isOf(JsonNode schema) {
        return schema.has(KEYWORD);
    }

    /** Whether a schema, or a part of it, has other names. */
    public static boolean isIn(JsonNode schema) {
        return schema.findValue(KEYWORD) != null;
    }

    /** Returns the name that a schema has for a member or a constant; the given one if it has none. */
    static String nameOf(String given, JsonNode schema) {
        JsonNode names = schema.path(KEYWORD);
        JsonNode properties = schema.path("properties");
        if (names.isEmpty() || properties.has(given)) {
            return given;
        }
        if (!names.has(ANY_CASE)) {
            return names.path(given).asString(given);
        }
        return Stream.concat(properties.propertyNames().stream(), names.propertyNames().stream())
                .filter(given::equalsIgnoreCase)
                .map(name -> names.path(name).asString(name))
                .findFirst()
                .orElse(given);
    }

    /** Returns the schema as it is published. */
    public static ObjectNode removed(ObjectNode schema) {
        if (!isIn(schema)) {
            return schema;
        }
        ObjectNode published = schema.deepCopy();
        published.findParents(KEYWORD).forEach(parent -> ((ObjectNode) parent).remove(KEYWORD));
        return published;
    }
}

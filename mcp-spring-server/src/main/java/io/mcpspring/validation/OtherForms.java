package io.mcpspring.validation;

import io.mcpspring.Internal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Other forms in which Jackson reads a value: names of the members of an object, absent members that have a default,
 * and single values in place of arrays. They are a keyword that input schemas have until they are published. Arguments
 * get the form of the schema before anything sees them.
 */
@Internal
public final class OtherForms {

    static final String KEYWORD = "io.mcpspring/otherForms";

    /** Allows the names of the members of an object in any case. */
    public static final String NAMES_IN_ANY_CASE = "*";

    /** Makes texts in upper case equal to those in lower case. */
    public static final String TEXT_IN_ANY_CASE = "aA";

    /** Allows a single value in place of an array. */
    public static final String SINGLE = "[]";

    /** The member of the keyword that has the values of absent members. */
    private static final String DEFAULTS = "=";

    private OtherForms() {}

    public static void add(ObjectNode schema, List<String> names, String name) {
        names.forEach(other -> schema.withObjectProperty(KEYWORD).put(other, name));
    }

    /** @param form one of the constants of this class */
    public static void allow(String form, ObjectNode schema) {
        schema.withObjectProperty(KEYWORD).put(form, true);
    }

    public static void addDefault(ObjectNode schema, String name, JsonNode value) {
        schema.withObjectProperty(KEYWORD).withObjectProperty(DEFAULTS).set(name, value);
    }

    /** Returns the values of absent members by their names. */
    static JsonNode defaults(JsonNode schema) {
        return schema.path(KEYWORD).path(DEFAULTS);
    }

    static boolean allows(String form, JsonNode schema) {
        return schema.path(KEYWORD).has(form);
    }

    /** Whether a value may have another form, besides absent members. */
    static boolean isOf(JsonNode schema) {
        JsonNode forms = schema.path(KEYWORD);
        return forms.size() > (forms.has(DEFAULTS) ? 1 : 0);
    }

    /** Returns the names that a schema has for members, by all names that these may have. */
    static Map<String, String> names(JsonNode schema) {
        JsonNode others = schema.path(KEYWORD);
        boolean anyCase = allows(NAMES_IN_ANY_CASE, schema);
        Map<String, String> names = anyCase ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new HashMap<>();
        others.forEachEntry((other, name) -> names.put(other, name.asString("")));
        if (anyCase) {
            schema.path("properties").propertyNames().forEach(name -> names.put(name, name));
        }
        names.keySet().removeAll(List.of(NAMES_IN_ANY_CASE, SINGLE, DEFAULTS));
        return names;
    }

    /** Returns the schema as it is published. */
    public static ObjectNode published(ObjectNode schema) {
        ObjectNode copy = schema.deepCopy();
        copy.findParents(KEYWORD).forEach(parent -> ((ObjectNode) parent).remove(KEYWORD));
        return copy;
    }
}

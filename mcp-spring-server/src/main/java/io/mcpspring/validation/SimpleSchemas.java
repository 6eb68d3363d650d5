package io.mcpspring.validation;

import java.util.HashSet;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Recognises schemas that need no check against their meta-schema: they use the default dialect, and only keywords that
 * most generated schemas consist of.
 */
final class SimpleSchemas {

    /** The dialect of a schema that does not name one. */
    static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private static final String DEFINITIONS = "#/$defs/";

    private SimpleSchemas() {}

    /** Whether a schema is simple, and therefore valid. */
    static boolean include(JsonNode schema) {
        return isSimple(schema, schema);
    }

    private static boolean isSimple(JsonNode schema, JsonNode root) {
        if (!schema.isObject()) {
            return schema.isBoolean();
        }
        return schema.propertyStream().allMatch(keyword -> isSimple(keyword.getKey(), keyword.getValue(), root));
    }

    private static boolean isSimple(String keyword, JsonNode value, JsonNode root) {
        return switch (keyword) {
            case "$schema" -> value.asString("").equals(DIALECT);
            case "$ref" -> isDefinition(value.asString(""), root);
            case "title", "description", "format" -> value.isString();
            case "type" ->
                isType(value)
                        || !value.isEmpty()
                                && areNames(value)
                                && value.valueStream().allMatch(SimpleSchemas::isType);
            case "const", "default" -> true;
            case "enum", "enumNames", "examples" -> value.isArray();
            case "minimum", "maximum" -> value.isNumber();
            case "minLength", "maxLength", "minItems", "maxItems" -> value.isInt() && value.intValue() >= 0;
            case "required" -> areNames(value);
            case "items", "additionalProperties" -> isSimple(value, root);
            case "properties", "$defs" -> value.isObject() && areSimple(value, root);
            case "allOf", "anyOf", "oneOf" -> value.isArray() && !value.isEmpty() && areSimple(value, root);
            default -> keyword.startsWith("x-");
        };
    }

    private static boolean areSimple(JsonNode schemas, JsonNode root) {
        return schemas.valueStream().allMatch(schema -> isSimple(schema, root));
    }

    private static boolean isDefinition(String reference, JsonNode root) {
        return reference.startsWith(DEFINITIONS)
                && reference.chars().noneMatch(character -> character == '%' || character == '~')
                && root.path("$defs").has(reference.substring(DEFINITIONS.length()));
    }

    private static boolean isType(JsonNode value) {
        return SchemaTypes.NODE_TYPES.containsKey(value.asString(""));
    }

    private static boolean areNames(JsonNode value) {
        Set<String> names = new HashSet<>();
        return value.isArray()
                && value.valueStream().allMatch(name -> name.isString() && names.add(name.stringValue()));
    }
}

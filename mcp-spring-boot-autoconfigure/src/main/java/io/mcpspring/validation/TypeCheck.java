package io.mcpspring.validation;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeType;

/**
 * Recognises most values that fit a simple schema, at a fraction of what the library for validation takes. It knows
 * only the types of values, members and items; a value that it does not recognise may also fit.
 */
final class TypeCheck {

    /** Keywords that do not restrict values. */
    private static final Set<String> ANNOTATIONS =
            Set.of("$schema", "$defs", "title", "description", "default", "examples");

    private static final Set<String> KNOWN = Set.of("type", "properties", "required", "additionalProperties", "items");

    private static final Map<String, JsonNodeType> NODE_TYPES = Map.of(
            "array", JsonNodeType.ARRAY,
            "boolean", JsonNodeType.BOOLEAN,
            "integer", JsonNodeType.NUMBER,
            "null", JsonNodeType.NULL,
            "number", JsonNodeType.NUMBER,
            "object", JsonNodeType.OBJECT,
            "string", JsonNodeType.STRING);

    /** Recognises every value. */
    private static final TypeCheck ANY = new TypeCheck(EnumSet.copyOf(NODE_TYPES.values()));

    /** Recognises no value. */
    static final TypeCheck NONE = new TypeCheck(EnumSet.noneOf(JsonNodeType.class));

    private final Set<JsonNodeType> types;

    private final boolean fractions;

    private final Map<String, TypeCheck> members;

    private final List<String> required;

    /** For members that are not declared. */
    private final TypeCheck others;

    private final TypeCheck items;

    private TypeCheck(Set<JsonNodeType> types) {
        this.types = types;
        this.fractions = true;
        this.members = Map.of();
        this.required = List.of();
        this.others = this;
        this.items = this;
    }

    private TypeCheck(JsonNode schema) {
        List<String> names = SchemaTypes.of(schema).toList();
        this.types = EnumSet.noneOf(JsonNodeType.class);
        (names.isEmpty() ? NODE_TYPES.keySet() : names).forEach(name -> types.add(NODE_TYPES.get(name)));
        this.fractions = names.isEmpty() || names.contains("number");
        this.members = new HashMap<>();
        schema.path("properties").forEachEntry((name, member) -> members.put(name, of(member)));
        this.required =
                schema.path("required").valueStream().map(JsonNode::stringValue).toList();
        this.others = part(schema, "additionalProperties");
        this.items = part(schema, "items");
    }

    private static TypeCheck part(JsonNode schema, String keyword) {
        return schema.has(keyword) ? of(schema.get(keyword)) : ANY;
    }

    /** Returns the check for a schema that {@link SimpleSchemas} include. */
    static TypeCheck of(JsonNode schema) {
        if (schema.isBoolean()) {
            return schema.booleanValue() ? ANY : NONE;
        }
        return schema.propertyNames().stream().allMatch(TypeCheck::isKnown) ? new TypeCheck(schema) : NONE;
    }

    private static boolean isKnown(String keyword) {
        return KNOWN.contains(keyword) || ANNOTATIONS.contains(keyword) || keyword.startsWith("x-");
    }

    /** Whether the value certainly fits. */
    boolean recognises(JsonNode value) {
        if (this == ANY) {
            return true;
        }
        JsonNodeType type = value.getNodeType();
        return types.contains(type)
                && switch (type) {
                    case NUMBER -> value.isIntegralNumber() || fractions && isFinite(value);
                    case ARRAY -> recognisesItems(value);
                    case OBJECT -> recognisesMembers(value);
                    default -> true;
                };
    }

    /** Numbers that are too large for their Java type are infinite. */
    private static boolean isFinite(JsonNode number) {
        return number.isBigDecimal() || number.isDouble() && Double.isFinite(number.doubleValue());
    }

    private boolean recognisesItems(JsonNode array) {
        for (JsonNode item : array) {
            if (!items.recognises(item)) {
                return false;
            }
        }
        return true;
    }

    private boolean recognisesMembers(JsonNode object) {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
            if (!members.getOrDefault(member.getKey(), others).recognises(member.getValue())) {
                return false;
            }
        }
        for (String name : required) {
            if (!object.has(name)) {
                return false;
            }
        }
        return true;
    }
}

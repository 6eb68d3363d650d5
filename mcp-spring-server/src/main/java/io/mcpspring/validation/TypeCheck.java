package io.mcpspring.validation;

import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeType;

/**
 * Recognises most values that fit a simple schema, at a fraction of what the library for validation takes. It knows
 * only the types of values, members and items, enumerations, and the alternative {@code null}; a value that it does not
 * recognise may also fit.
 */
final class TypeCheck {

    /** Keywords that do not restrict values. */
    private static final Set<String> ANNOTATIONS =
            Set.of("$schema", "$defs", "title", "description", "default", "examples", "enumNames");

    private static final Set<String> KNOWN =
            Set.of("type", "enum", "anyOf", "properties", "required", "additionalProperties", "items");

    /** For the schema that every value fits. */
    private static final TypeCheck ANY = new TypeCheck(EnumSet.copyOf(SchemaTypes.NODE_TYPES.values()), true);

    /** For the schema that no value fits. */
    private static final TypeCheck NONE = new TypeCheck(EnumSet.noneOf(JsonNodeType.class), true);

    /** For a schema with other keywords: recognises no value. */
    static final TypeCheck UNKNOWN = new TypeCheck(EnumSet.noneOf(JsonNodeType.class), false);

    private final Set<JsonNodeType> types;

    private final boolean fractions;

    private final @Nullable Set<JsonNode> constants;

    /** Of which the value must fit one; none if there is no choice. */
    private final List<TypeCheck> choices;

    private final Map<String, TypeCheck> members;

    private final List<String> required;

    /** For members that are not declared. */
    private final TypeCheck others;

    private final TypeCheck items;

    private final boolean complete;

    private TypeCheck(Set<JsonNodeType> types, boolean complete) {
        this.types = types;
        this.complete = complete;
        this.fractions = true;
        this.constants = null;
        this.choices = List.of();
        this.members = Map.of();
        this.required = List.of();
        this.others = this;
        this.items = this;
    }

    private TypeCheck(JsonNode schema) {
        List<String> names = SchemaTypes.of(schema).toList();
        this.types = EnumSet.noneOf(JsonNodeType.class);
        (names.isEmpty() ? SchemaTypes.NODE_TYPES.keySet() : names)
                .forEach(name -> types.add(SchemaTypes.NODE_TYPES.get(name)));
        this.fractions = names.isEmpty() || names.contains("number");
        this.constants = schema.has("enum")
                ? schema.get("enum").valueStream().filter(JsonNode::isValueNode).collect(Collectors.toSet())
                : null;
        this.choices = schema.path("anyOf").valueStream().map(TypeCheck::of).toList();
        this.members = new HashMap<>();
        schema.path("properties").forEachEntry((name, member) -> members.put(name, of(member)));
        this.required =
                schema.path("required").valueStream().map(JsonNode::stringValue).toList();
        this.others = part(schema, "additionalProperties");
        this.items = part(schema, "items");
        this.complete = Stream.of(choices, members.values(), List.of(others, items))
                .flatMap(Collection::stream)
                .allMatch(TypeCheck::isComplete);
    }

    private static TypeCheck part(JsonNode schema, String keyword) {
        return schema.has(keyword) ? of(schema.get(keyword)) : ANY;
    }

    /** Returns the check for a schema that {@link SimpleSchemas} include. */
    static TypeCheck of(JsonNode schema) {
        if (schema.isBoolean()) {
            return schema.booleanValue() ? ANY : NONE;
        }
        boolean known = schema.propertyNames().stream().allMatch(TypeCheck::isKnown);
        return known && !hasOtherChoices(schema.path("anyOf")) ? new TypeCheck(schema) : UNKNOWN;
    }

    private static boolean isKnown(String keyword) {
        return KNOWN.contains(keyword) || ANNOTATIONS.contains(keyword) || keyword.startsWith("x-");
    }

    /** Whether there are choices other than one and {@code null}: to try several could take long in nested values. */
    private static boolean hasOtherChoices(JsonNode choices) {
        return !choices.isMissingNode() && !(choices.size() == 2 && SchemaTypes.isNull(choices.get(1)));
    }

    /** Whether the usual values that fit are recognised; not numbers in forms such as {@code 1.0}. */
    boolean isComplete() {
        return complete;
    }

    /** Whether the value certainly fits. */
    boolean recognises(JsonNode value) {
        if (this == ANY) {
            return true;
        }
        JsonNodeType type = value.getNodeType();
        return types.contains(type)
                && isChosen(value)
                && (constants == null || value.isValueNode() && constants.contains(value))
                && switch (type) {
                    case NUMBER -> value.isIntegralNumber() || fractions && isFinite(value);
                    case ARRAY -> recognisesItems(value);
                    case OBJECT -> recognisesMembers(value);
                    default -> true;
                };
    }

    private boolean isChosen(JsonNode value) {
        for (TypeCheck choice : choices) {
            if (choice.recognises(value)) {
                return true;
            }
        }
        return choices.isEmpty();
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

package io.mcpspring.schema;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.validation.CheckingTime;
import io.mcpspring.validation.SchemaTypes;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.LongNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Converts arguments of the wrong kind into the kind that the schema demands: JSON documents and scalars in strings,
 * names of constants in another case, whole numbers for text. A value is converted only if its schema allows exactly
 * one interpretation and the conversion is lossless; all others remain unchanged. Safe for concurrent use.
 */
@Internal
public final class LosslessConversion {

    /** Maximum number of nested choices that are followed for one value. */
    private static final int MAX_NESTED_CHOICES = 10;

    private final boolean documents;
    private final boolean scalars;
    private final int maxTokens;
    private final ObjectReader reader;

    /**
     * Conversion for any schema.
     *
     * @param documents whether an argument may be a string that holds an object or array
     * @param scalars whether numbers, booleans and constants are converted, at any depth
     * @param limits the limits of JSON documents in strings
     */
    public LosslessConversion(boolean documents, boolean scalars, JsonLimits limits) {
        this.documents = documents;
        this.scalars = scalars;
        this.maxTokens = limits.maxTokens();
        this.reader = limits.reader();
    }

    /**
     * The arguments after conversion; the same object if there was nothing to convert.
     *
     * @param schema the schema of the arguments as a whole
     */
    public ObjectNode of(ObjectNode arguments, JsonNode schema) {
        ObjectNode parsed = documents ? withDocuments(arguments, schema) : arguments;
        JsonNode result = converted(schema, parsed, 0, schema);
        return result.equals(arguments) ? arguments : (ObjectNode) result;
    }

    /** Whether a value contains a number that may have another form where an integer is expected. */
    public static boolean hasFraction(JsonNode value) {
        return value.isFloatingPointNumber()
                || value.isContainer() && value.valueStream().anyMatch(LosslessConversion::hasFraction);
    }

    private ObjectNode withDocuments(ObjectNode arguments, JsonNode root) {
        ObjectNode parsed = arguments.objectNode().setAll(arguments);
        // The documents of one call together have the token limit of one body.
        int tokens = 0;
        for (Map.Entry<String, JsonNode> argument : arguments.properties()) {
            JsonNode schema = SchemaTypes.resolved(root.path("properties").path(argument.getKey()), root);
            if (!argument.getValue().isString() || !SchemaTypes.isStructured(schema, root) || tokens > maxTokens) {
                continue;
            }
            try (JsonParser parser = reader.createParser(argument.getValue().stringValue())) {
                JsonNode document = document(parser);
                tokens += (int) parser.currentTokenCount();
                if (document != null && SchemaTypes.allows(schema, document)) {
                    parsed.set(argument.getKey(), document);
                }
            }
        }
        return parsed;
    }

    private @Nullable JsonNode document(JsonParser parser) {
        try {
            JsonNode document = reader.readTree(parser);
            return document == null || document.isMissingNode() || parser.nextToken() != null ? null : document;
        } catch (JacksonException | NumberFormatException noJson) {
            return null;
        }
    }

    private JsonNode converted(JsonNode schema, JsonNode value, int depth, JsonNode root) {
        CheckingTime.check();
        JsonNode target = SchemaTypes.resolved(schema, root);
        JsonNode choices = target.has("anyOf") ? target.get("anyOf") : target.path("oneOf");
        if (!choices.isEmpty()) {
            return depth == MAX_NESTED_CHOICES ? value : ofChoice(choices, value, depth + 1, root);
        }
        return switch (value.getNodeType()) {
            case OBJECT -> members(target, (ObjectNode) value, root);
            case ARRAY -> items(target, (ArrayNode) value, root);
            case STRING -> ofText(target, value);
            case NUMBER -> ofNumber(target, value);
            default -> value;
        };
    }

    private JsonNode ofNumber(JsonNode schema, JsonNode value) {
        List<String> types =
                SchemaTypes.of(schema).filter(type -> !type.equals("null")).toList();
        if (types.equals(List.of("integer"))
                && value.isFloatingPointNumber()
                && value.canConvertToExactIntegral()
                && value.canConvertToLong()) {
            return value.canConvertToInt() ? IntNode.valueOf(value.intValue()) : LongNode.valueOf(value.longValue());
        }
        boolean text = scalars && types.equals(List.of("string")) && value.isIntegralNumber();
        return text ? StringNode.valueOf(value.asString()) : value;
    }

    /**
     * Converts the value by the single alternative that allows its type or, if none does, by the single one that can
     * convert it; returns it unchanged if there are several.
     */
    private JsonNode ofChoice(JsonNode choices, JsonNode value, int depth, JsonNode root) {
        List<JsonNode> alternatives = choices.valueStream()
                .map(choice -> SchemaTypes.resolved(choice, root))
                .toList();
        List<JsonNode> candidates = alternatives.stream()
                .filter(alternative ->
                        SchemaTypes.allows(alternative, value) && !contradictsConstant(alternative, value))
                .toList();
        if (!candidates.isEmpty()) {
            return candidates.size() == 1 ? converted(candidates.get(0), value, depth, root) : value;
        }
        // No conversion makes it fit, and to try every alternative at every level would take exponential time.
        if (value.isContainer()) {
            return value;
        }
        List<JsonNode> converted = alternatives.stream()
                .map(alternative -> converted(alternative, value, depth, root))
                .filter(result -> !result.equals(value))
                .distinct()
                .toList();
        return converted.size() == 1 ? converted.get(0) : value;
    }

    /** Whether a property of the object differs from its {@code const} in the schema. */
    private static boolean contradictsConstant(JsonNode schema, JsonNode value) {
        return schema.path("properties")
                .propertyStream()
                .filter(property -> property.getValue().has("const") && value.has(property.getKey()))
                .anyMatch(property -> !property.getValue().get("const").equals(value.get(property.getKey())));
    }

    private ObjectNode members(JsonNode schema, ObjectNode object, JsonNode root) {
        JsonNode properties = schema.path("properties");
        JsonNode others = schema.path("additionalProperties");
        ObjectNode result = object.objectNode();
        object.forEachEntry((name, value) -> {
            String known = OtherNames.nameOf(name, schema);
            String unique = object.has(known) || result.has(known) ? name : known;
            result.set(unique, converted(properties.has(unique) ? properties.get(unique) : others, value, 0, root));
        });
        return result;
    }

    private ArrayNode items(JsonNode schema, ArrayNode array, JsonNode root) {
        JsonNode first = schema.path("prefixItems");
        JsonNode others = schema.path("items");
        ArrayNode result = array.arrayNode(array.size());
        for (int i = 0; i < array.size(); i++) {
            result.add(converted(i < first.size() ? first.get(i) : others, array.get(i), 0, root));
        }
        return result;
    }

    private JsonNode ofText(JsonNode schema, JsonNode value) {
        JsonNode named =
                schema.has("enum") ? StringNode.valueOf(OtherNames.nameOf(value.stringValue(), schema)) : value;
        JsonNode constant = scalars ? constant(schema, named) : named;
        if (constant != null) {
            return constant;
        }
        List<String> types = SchemaTypes.of(schema).toList();
        if (types.isEmpty() || types.contains("string")) {
            return value;
        }
        JsonNode scalar = scalar(value.stringValue());
        return scalar != null && SchemaTypes.allows(schema, scalar) ? scalar : value;
    }

    /**
     * Returns the constant that equals the text, if necessary ignoring case; {@code null} if there is none or several.
     */
    private static @Nullable JsonNode constant(JsonNode schema, JsonNode value) {
        List<JsonNode> alike = schema.path("enum")
                .valueStream()
                .filter(constant ->
                        constant.isString() && constant.stringValue().equalsIgnoreCase(value.stringValue()))
                .toList();
        if (alike.contains(value)) {
            return value;
        }
        return alike.size() == 1 ? alike.get(0) : null;
    }

    private @Nullable JsonNode scalar(String text) {
        if (text.length() > 1_000 || text.strip().length() != text.length()) {
            return null;
        }
        try (JsonParser parser = reader.createParser(text.toLowerCase(Locale.ROOT))) {
            JsonNode value = document(parser);
            return value != null && (value.isNumber() || value.isBoolean()) ? value : null;
        }
    }
}

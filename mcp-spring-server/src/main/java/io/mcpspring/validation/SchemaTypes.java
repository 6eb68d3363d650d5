package io.mcpspring.validation;

import io.mcpspring.Internal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeType;
import tools.jackson.databind.node.ObjectNode;

/** The kinds of JSON values that the {@code type} of a schema admits. */
@Internal
public final class SchemaTypes {

    /** The kinds that {@code type} may name, and the nodes that have them. */
    public static final Map<String, JsonNodeType> NODE_TYPES = Map.of(
            "array", JsonNodeType.ARRAY,
            "boolean", JsonNodeType.BOOLEAN,
            "integer", JsonNodeType.NUMBER,
            "null", JsonNodeType.NULL,
            "number", JsonNodeType.NUMBER,
            "object", JsonNodeType.OBJECT,
            "string", JsonNodeType.STRING);

    private SchemaTypes() {}

    /** The kinds that {@code type} names; empty if it admits all. */
    public static Stream<String> of(JsonNode schema) {
        JsonNode type = schema.path("type");
        Stream<JsonNode> names = type.isArray() ? type.valueStream() : Stream.of(type);
        return names.filter(JsonNode::isString).map(JsonNode::stringValue);
    }

    /** The kind that {@code type} names; empty if it names none or several. */
    public static String single(JsonNode schema) {
        return schema.path("type").stringValue("");
    }

    public static boolean isNull(JsonNode schema) {
        return of(schema).toList().equals(List.of("null"));
    }

    /** The schema without the alternative {@code null} that generated schemas may have. */
    public static JsonNode besidesNull(JsonNode schema) {
        JsonNode choices = schema.path("anyOf");
        if (choices.size() != 2 || !isNull(choices.get(1)) || !(choices.get(0) instanceof ObjectNode value)) {
            return schema;
        }
        ObjectNode besides = value.deepCopy().setAll((ObjectNode) schema);
        besides.remove("anyOf");
        return besides;
    }

    /** The names that {@code required} has. */
    public static List<String> required(JsonNode schema) {
        return schema.path("required").valueStream().map(JsonNode::asString).toList();
    }

    /** Whether two values are equal; numbers are if they have the same value in different notations. */
    static boolean areEqual(JsonNode one, JsonNode other) {
        return one.equals(other) || !one.isString() && one.equals(SchemaTypes::compare, other);
    }

    private static int compare(JsonNode one, JsonNode other) {
        return one.isNumber() && other.isNumber()
                ? one.decimalValue().compareTo(other.decimalValue())
                : one.equals(other) ? 0 : 1;
    }

    static boolean isWhole(JsonNode value) {
        return value.isIntegralNumber() || value.isNumber() && value.canConvertToExactIntegral();
    }
}

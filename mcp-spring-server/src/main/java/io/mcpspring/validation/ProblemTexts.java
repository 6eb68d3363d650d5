package io.mcpspring.validation;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import io.mcpspring.Internal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** The English sentences about values that do not fit, written for a language model that will try again. */
@Internal
public final class ProblemTexts {

    /** The text for values that take longer than a request may take. */
    static final String TOO_SLOW = "takes too long to check; send fewer, shorter or simpler values";

    private static final int LONGEST_VALUE = 60;
    private static final int LONGEST_LIST = 600;
    private static final Pattern PLAIN_NAME = Pattern.compile("[\\p{L}\\p{N}_$@-]+");

    private static final Set<String> ABOUT_A_MEMBER =
            Set.of("required", "additionalProperties", "unevaluatedProperties");

    private static final Map<String, String> TYPES = Map.of(
            "string", "a string",
            "integer", "a whole number",
            "number", "a number",
            "boolean", "true or false",
            "object", "an object",
            "array", "an array",
            "null", "null");

    private static final Map<String, String> FORMATS = Map.of(
            "date", "a date such as 2026-01-31",
            "date-time", "a date and time with offset such as 2026-01-31T13:45:00Z",
            "time", "a time with offset such as 13:45:00Z",
            "duration", "a duration such as PT1H30M",
            "email", "an e-mail address",
            "uuid", "a UUID such as 2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1",
            "uri", "an absolute URI",
            "uri-reference", "a URI",
            "regex", "a regular expression");

    private ProblemTexts() {}

    /** The problem behind an error of the validator. */
    static Problem of(Error error, JsonNode schema) {
        List<Object> place = elements(error.getInstanceLocation());
        if (error.getKeyword().equals("dependentRequired")) {
            place.add(error.getArguments()[0]);
        } else if (ABOUT_A_MEMBER.contains(error.getKeyword()) && error.getProperty() != null) {
            place.add(error.getProperty());
        }
        return new Problem(path(place), text(error, schema));
    }

    private static String text(Error error, JsonNode schema) {
        JsonNode expected = error.getSchemaNode();
        JsonNode value = error.getInstanceNode();
        return switch (error.getKeyword()) {
            case "type" -> "must be %s, got %s".formatted(types(SchemaTypes.named(expected)), described(value));
            case "enum" -> "must be %s, got %s".formatted(oneOf(expected), brief(value));
            case "const" -> "must be %s, got %s".formatted(expected, brief(value));
            case "required", "dependentRequired" -> "is required";
            case "additionalProperties", "unevaluatedProperties" -> unknown(error, schema);
            case "propertyNames" ->
                "has the member %s, but names of members %s".formatted(quoted(error.getProperty()), names(expected));
            case "minimum" -> "must be at least %s, got %s".formatted(expected, brief(value));
            case "maximum" -> "must be at most %s, got %s".formatted(expected, brief(value));
            case "exclusiveMinimum" -> "must be greater than %s, got %s".formatted(expected, brief(value));
            case "exclusiveMaximum" -> "must be less than %s, got %s".formatted(expected, brief(value));
            case "multipleOf" -> "must be a multiple of %s, got %s".formatted(expected, brief(value));
            case "minLength", "maxLength" ->
                "must have %s, got %s"
                        .formatted(
                                count(error, "character"),
                                value.asString().codePoints().count());
            case "minItems", "maxItems" -> "must have %s, got %s".formatted(count(error, "item"), value.size());
            case "minProperties", "maxProperties" ->
                "must have %s, got %s".formatted(count(error, "member"), value.size());
            case "uniqueItems" -> "must not contain the same item twice";
            case "pattern" -> pattern(expected.asString(""), value);
            case "format" -> "must be %s, got %s".formatted(format(expected.asString("")), brief(value));
            case "not" -> "must not fit the schema %s".formatted(cut(expected.toString()));
            case "false" -> "is not allowed";
            default -> String.valueOf(error.getMessage());
        };
    }

    private static String oneOf(JsonNode values) {
        String list = values.valueStream().map(JsonNode::toString).collect(Collectors.joining(", "));
        String shown = Quoted.start(list, LONGEST_LIST, "...");
        return values.size() == 1 ? shown : "one of " + shown;
    }

    private static String names(JsonNode schema) {
        if (schema.has("enum")) {
            return "must be " + oneOf(schema.get("enum"));
        }
        return schema.has("format")
                ? "must be " + format(schema.get("format").asString(""))
                : "must fit " + cut(schema.toString());
    }

    private static String unknown(Error error, JsonNode schema) {
        String pointer = error.getSchemaLocation().getFragment().toString();
        JsonNode owner = schema.at(pointer.substring(0, Math.max(0, pointer.lastIndexOf('/'))));
        String kind = error.getInstanceLocation().getNameCount() == 0 ? "argument" : "property";
        String known = owner.path("properties")
                .propertyStream()
                .map(property -> quoted(property.getKey()))
                .collect(Collectors.joining(", "));
        return "is not a known %s; %s".formatted(kind, known.isEmpty() ? "there are none" : "known are " + known);
    }

    private static String count(Error error, String thing) {
        boolean least = error.getKeyword().startsWith("min");
        long count = error.getSchemaNode().asLong();
        return "%s %s %s%s".formatted(least ? "at least" : "at most", count, thing, count == 1 ? "" : "s");
    }

    private static String pattern(String pattern, JsonNode value) {
        return pattern.equals("\\S")
                ? "must not be blank"
                : "must match the pattern %s, got %s".formatted(pattern, brief(value));
    }

    /** What a format demands, such as {@code a date such as 2026-01-31}. */
    static String format(String format) {
        return FORMATS.getOrDefault(format, "in the format " + format);
    }

    static String wrongType(List<JsonNode> alternatives, JsonNode value) {
        Stream<String> all = alternatives.stream()
                .flatMap(alternative -> SchemaTypes.of(alternative))
                .distinct();
        return "must be %s, got %s".formatted(types(all), described(value));
    }

    private static String types(Stream<String> types) {
        return types.map(type -> TYPES.getOrDefault(type, type)).collect(Collectors.joining(" or "));
    }

    /** The value with its kind, such as {@code number 5}. */
    static String described(JsonNode value) {
        return switch (SchemaTypes.kind(value)) {
            case "string" -> "string " + brief(value);
            case "number" -> "number " + brief(value);
            default -> brief(value);
        };
    }

    /** The value as JSON, never long. */
    public static String brief(JsonNode value) {
        return switch (SchemaTypes.kind(value)) {
            case "array" -> "an array";
            case "object" -> "an object";
            default -> cut(value.toString());
        };
    }

    private static String cut(String text) {
        return Quoted.start(text, LONGEST_VALUE, text.startsWith("\"") ? "...\"" : "...");
    }

    private static String quoted(String name) {
        return cut(StringNode.valueOf(name).toString());
    }

    private static List<Object> elements(NodePath path) {
        List<Object> elements = new ArrayList<>();
        // From the end, because a path refers to its parent.
        for (NodePath rest = path; rest.getNameCount() > 0; rest = rest.getParent()) {
            elements.add(rest.getElement(-1));
        }
        Collections.reverse(elements);
        return elements;
    }

    /** The place of a value, such as {@code order.items[2].quantity}. */
    public static String path(List<Object> elements) {
        StringBuilder path = new StringBuilder();
        for (Object element : elements) {
            if (element instanceof Number) {
                path.append('[').append(element).append(']');
            } else if (PLAIN_NAME.matcher(String.valueOf(element)).matches()) {
                path.append(path.isEmpty() ? "" : ".").append(cut(String.valueOf(element)));
            } else {
                path.append('[').append(quoted(String.valueOf(element))).append(']');
            }
        }
        return path.toString();
    }
}

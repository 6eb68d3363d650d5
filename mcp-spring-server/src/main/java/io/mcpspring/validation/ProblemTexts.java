package io.mcpspring.validation;

import io.mcpspring.Internal;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeType;
import tools.jackson.databind.node.StringNode;

/** The English sentences about values that do not fit, written for a language model that will try again. */
@Internal
public final class ProblemTexts {

    private static final int LONGEST_VALUE = 60;
    private static final int LONGEST_LIST = 600;
    private static final Pattern PLAIN_NAME = Pattern.compile("[\\p{L}\\p{N}_$@-]+");

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

    static String oneOf(JsonNode values) {
        String list = values.valueStream().map(JsonNode::toString).collect(Collectors.joining(", "));
        String shown = Quoted.start(list, LONGEST_LIST, "...");
        return values.size() == 1 ? shown : "one of " + shown;
    }

    /** @param thing {@code argument} or {@code property} */
    static String unknown(String thing, Collection<?> known) {
        String names = known.stream().map(name -> quoted(name.toString())).collect(Collectors.joining(", "));
        return "is not a known %s; %s".formatted(thing, names.isEmpty() ? "there are none" : "known are " + names);
    }

    static String pattern(String pattern, JsonNode value) {
        return pattern.equals("\\S")
                ? "must not be blank"
                : "must match the pattern %s, got %s".formatted(pattern, brief(value));
    }

    static String count(long count, JsonNodeType type) {
        String thing = type == JsonNodeType.STRING ? "character" : type == JsonNodeType.ARRAY ? "item" : "member";
        return "%s %s%s".formatted(count, thing, count == 1 ? "" : "s");
    }

    /** What a format demands, such as {@code a date such as 2026-01-31}. */
    static String format(String format) {
        return FORMATS.getOrDefault(format, "in the format " + format);
    }

    /** @param kinds the names of the allowed types */
    static String wrongType(List<String> kinds, JsonNode value) {
        String expected = kinds.stream().map(TYPES::get).collect(Collectors.joining(" or "));
        return "must be %s, got %s".formatted(expected, described(value));
    }

    /** The value with its kind, such as {@code number 5}. */
    static String described(JsonNode value) {
        if (value.isString()) {
            return "string " + brief(value);
        }
        return value.isNumber() ? "number " + brief(value) : brief(value);
    }

    /** The value as JSON, never long. */
    public static String brief(JsonNode value) {
        if (value.isArray()) {
            return "an array";
        }
        return value.isObject() ? "an object" : cut(value.toString());
    }

    static String cut(String text) {
        return Quoted.start(text, LONGEST_VALUE, text.startsWith("\"") ? "...\"" : "...");
    }

    static String quoted(String name) {
        return cut(StringNode.valueOf(name).toString());
    }

    /** The place of a value, such as {@code order.items[2].quantity}. */
    public static String path(Iterable<?> elements) {
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

package io.mcpspring.schema;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Makes JSON that fits a schema, or that fits it nearly: whether it does is for others to judge. */
final class SchemaInstances {

    /** Texts where a schema does not restrict them; whether they mean something is for the Java type to say. */
    static final Set<String> FREE_TEXTS = Set.of("", "a", "Gr\u00fc\u00dfe", "two words", "NaN", "\uD83D\uDE00");

    private static final int DEPTH = 6;

    private static final JsonMapper MAPPER = JsonMapper.shared();

    /** Without the values of which Jackson has one node for all places: it would not tell where it stands. */
    private static final List<String> ANYTHING =
            List.of("12345", "1.5", "\"a\"", "[]", "[1,\"b\"]", "{}", "{\"a\":1,\"z\":[null]}");

    private static final List<String> NUMBERS =
            List.of("0", "1", "-1", "7", "4", "100", "1.5", "0.75", "-2.25", "3.0", "1e2", "2147483647");

    private static final Map<String, List<String>> FORMATS = Map.ofEntries(
            Map.entry("date", List.of("2026-01-31", "2024-02-29")),
            Map.entry("date-time", List.of("2026-01-31T10:15:30Z", "2026-01-31T10:15:30.123+02:00")),
            Map.entry("time", List.of("10:15:30Z", "10:15:30.5+02:00")),
            Map.entry("duration", List.of("PT1H30M", "P1D")),
            Map.entry("uuid", List.of("2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1")),
            Map.entry("uri", List.of("https://example.org/a?b=c", "urn:a:b")),
            Map.entry("uri-reference", List.of("https://example.org/a?b=c", "a/b", "#c")),
            Map.entry("email", List.of("me@example.org")),
            Map.entry("regex", List.of("[a-z]+")),
            Map.entry("hostname", List.of("example.org")));

    /** Texts for patterns. */
    private static final List<String> TEXTS = List.of(
            "x",
            "abc",
            "hello",
            "ABC",
            "17",
            "-3",
            "1234567",
            "1.5",
            "12 EUR",
            "31.01.2026",
            "true",
            "2026",
            "2026-01-31",
            "2026-01-31T10:15:30",
            "2026-01",
            "10:15",
            "PT5M",
            "en-GB",
            "f");

    private final JsonNode root;

    private final Random random;

    private final Set<JsonNode> anything = Collections.newSetFromMap(new IdentityHashMap<>());

    SchemaInstances(JsonNode root, Random random) {
        this.root = root;
        this.random = random;
    }

    JsonNode next() {
        anything.clear();
        return of(root, 0);
    }

    /** Whether a part of the last instance is one of which the schema says nothing. */
    boolean isAnything(JsonNode part) {
        return anything.contains(part);
    }

    private JsonNode of(JsonNode schema, int depth) {
        if (depth > 10 * DEPTH) {
            return MAPPER.nullNode();
        }
        if (schema.has("$ref")) {
            String reference = schema.get("$ref").stringValue();
            return of(root.at(reference.substring(1)), depth + 1);
        }
        if (schema.has("const")) {
            return schema.get("const");
        }
        if (schema.has("enum")) {
            return one(schema.get("enum"));
        }
        for (String choice : List.of("anyOf", "oneOf")) {
            if (schema.has(choice)) {
                return merged(schema, choice(schema.get(choice), depth), choice, depth);
            }
        }
        if (schema.has("allOf")) {
            JsonNode all = schema;
            for (JsonNode part : schema.get("allOf")) {
                all = both(all, part);
            }
            return of(((ObjectNode) all.deepCopy()).without(List.of("allOf")), depth);
        }
        return ofType(schema, depth);
    }

    /** Returns an alternative, a short one if the instance is deep already. */
    private JsonNode choice(JsonNode alternatives, int depth) {
        if (depth >= DEPTH) {
            for (JsonNode alternative : alternatives) {
                if (alternative.path("type").asString("").equals("null")) {
                    return alternative;
                }
            }
        }
        return one(alternatives);
    }

    private JsonNode merged(JsonNode schema, JsonNode alternative, String choice, int depth) {
        ObjectNode rest = ((ObjectNode) schema.deepCopy()).without(List.of(choice, "$defs", "description"));
        return of(rest.isEmpty() || alternative.has("$ref") ? alternative : both(rest, alternative), depth);
    }

    private static JsonNode both(JsonNode first, JsonNode second) {
        ObjectNode both = (ObjectNode) first.deepCopy();
        second.forEachEntry((keyword, value) -> {
            JsonNode known = both.get(keyword);
            if (known instanceof ObjectNode && value instanceof ObjectNode) {
                both.set(keyword, both(known, value));
            } else if (known instanceof ArrayNode list && value instanceof ArrayNode more && !keyword.equals("enum")) {
                list.addAll(more);
            } else {
                both.set(keyword, value);
            }
        });
        return both;
    }

    private JsonNode ofType(JsonNode schema, int depth) {
        JsonNode type = schema.path("type");
        String name = type.isArray() ? one(type).stringValue() : type.asString(implied(schema));
        return switch (name) {
            case "object" -> object(schema, depth);
            case "array" -> array(schema, depth);
            case "string" -> text(schema);
            case "integer" -> number(schema, true);
            case "number" -> number(schema, false);
            case "boolean" -> MAPPER.getNodeFactory().booleanNode(random.nextBoolean());
            case "null" -> MAPPER.nullNode();
            default -> anything();
        };
    }

    private static String implied(JsonNode schema) {
        if (schema.has("properties") || schema.has("additionalProperties") || schema.has("required")) {
            return "object";
        }
        if (schema.has("items") || schema.has("prefixItems")) {
            return "array";
        }
        return schema.has("pattern") || schema.has("format") ? "string" : "anything";
    }

    private JsonNode anything() {
        JsonNode value = MAPPER.readTree(one(ANYTHING));
        anything.add(value);
        return value;
    }

    private JsonNode object(JsonNode schema, int depth) {
        ObjectNode object = MAPPER.createObjectNode();
        Set<String> required = new HashSet<>();
        schema.path("required").forEach(name -> required.add(name.stringValue()));
        schema.path("properties").forEachEntry((name, property) -> {
            if (required.contains(name) || depth < DEPTH && random.nextInt(4) > 0) {
                object.set(name, of(property, depth + 1));
            }
        });
        required.stream().sorted().filter(name -> !object.has(name)).forEach(name -> object.set(name, anything()));
        JsonNode others = schema.path("additionalProperties");
        boolean closed = others.isBoolean() && !others.booleanValue();
        int least = schema.path("minProperties").asInt(0);
        int extra = closed || depth >= DEPTH ? 0 : random.nextInt(schema.has("properties") ? 2 : 3);
        for (int i = 0; i < Math.max(extra, closed ? 0 : least - object.size()); i++) {
            JsonNode value = others.isObject() ? of(others, depth + 1) : anything();
            object.set(key(schema.path("propertyNames"), i), value);
        }
        return object;
    }

    private String key(JsonNode names, int number) {
        if (names.isObject()) {
            JsonNode text = of(both(MAPPER.createObjectNode().put("type", "string"), names), DEPTH);
            return text.asString();
        }
        return List.of("a", "Gr\u00fc\u00dfe", "two words").get((number + random.nextInt(3)) % 3);
    }

    private JsonNode array(JsonNode schema, int depth) {
        ArrayNode array = MAPPER.createArrayNode();
        for (JsonNode item : schema.path("prefixItems")) {
            array.add(of(item, depth + 1));
        }
        int least = schema.path("minItems").asInt(0);
        int most = schema.path("maxItems").asInt(3);
        int size = depth >= DEPTH ? least : Math.min(most, least + random.nextInt(3));
        while (array.size() < size) {
            JsonNode items = schema.path("items");
            JsonNode item = items.isObject() && !items.isEmpty() ? of(items, depth + 1) : anything();
            array.add(item);
        }
        return array;
    }

    private JsonNode text(JsonNode schema) {
        List<String> candidates = new ArrayList<>();
        schema.path("examples").forEach(example -> candidates.add(example.asString()));
        if (schema.has("contentEncoding")) {
            candidates.add("aGVsbG8=");
        }
        if (schema.has("format")) {
            candidates.addAll(FORMATS.getOrDefault(schema.get("format").stringValue(), List.of()));
        }
        if (schema.has("pattern") && candidates.isEmpty()) {
            Pattern pattern = Pattern.compile(schema.get("pattern").stringValue());
            TEXTS.stream().filter(text -> pattern.matcher(text).find()).forEach(candidates::add);
        }
        boolean restricted = schema.has("format") || schema.has("pattern") || schema.has("contentEncoding");
        if (candidates.isEmpty() || !restricted && random.nextInt(3) == 0) {
            candidates.clear();
            FREE_TEXTS.stream().sorted().forEach(candidates::add);
        }
        int least = schema.path("minLength").asInt(0);
        int most = schema.path("maxLength").asInt(Integer.MAX_VALUE);
        List<String> fitting = candidates.stream()
                .filter(text -> text.codePointCount(0, text.length()) >= least && text.length() <= most)
                .toList();
        String text = fitting.isEmpty() ? "aaaaaaaaaaaa".substring(0, Math.min(12, least)) : one(fitting);
        return new StringNode(text);
    }

    private JsonNode number(JsonNode schema, boolean whole) {
        List<String> fitting = NUMBERS.stream()
                .filter(number -> !whole || Double.parseDouble(number) % 1 == 0)
                .filter(number -> fits(Double.parseDouble(number), schema))
                .toList();
        String least = schema.path("minimum").asString("0");
        return MAPPER.readTree(fitting.isEmpty() ? least : one(fitting));
    }

    private static boolean fits(double number, JsonNode schema) {
        return number >= limit(schema, "minimum", Double.NEGATIVE_INFINITY)
                && number > limit(schema, "exclusiveMinimum", Double.NEGATIVE_INFINITY)
                && number <= limit(schema, "maximum", Double.POSITIVE_INFINITY)
                && number < limit(schema, "exclusiveMaximum", Double.POSITIVE_INFINITY);
    }

    private static double limit(JsonNode schema, String keyword, double none) {
        return schema.path(keyword).asDouble(none);
    }

    private JsonNode one(JsonNode list) {
        return list.get(random.nextInt(list.size()));
    }

    private String one(List<String> list) {
        return list.get(random.nextInt(list.size()));
    }
}

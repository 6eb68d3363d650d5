package io.mcpspring.validation;

import io.mcpspring.validation.SchemaCheck.Rule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeType;
import tools.jackson.databind.node.MissingNode;

/**
 * Compiles the keywords of which generated schemas consist. Schemas that users write may have others, or be invalid:
 * these are left to the library for validation.
 */
final class SchemaCompiler {

    /** The dialect of a schema that does not name one. */
    static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private static final int MOST_UNIQUE_ITEMS = 1_000;

    private static final Set<String> REMARKS = Set.of(
            OtherNames.KEYWORD,
            "$comment",
            "title",
            "description",
            "default",
            "examples",
            "enumNames",
            "deprecated",
            "readOnly",
            "writeOnly",
            "contentEncoding",
            "contentMediaType");

    private final JsonNode root;

    private final Map<JsonNode, SchemaCheck> compiled = new IdentityHashMap<>();

    private final Set<JsonNode> begun = Collections.newSetFromMap(new IdentityHashMap<>());

    private boolean complete;

    private SchemaCompiler(JsonNode root) {
        this.root = root;
        this.complete = isNewest(root);
    }

    private static boolean isNewest(JsonNode root) {
        return root.path("$schema").asString(DIALECT).equals(DIALECT);
    }

    /**
     * A compiled schema.
     *
     * @param complete whether the check knows all that the schema demands, so that the schema is valid
     */
    record Compiled(SchemaCheck check, boolean complete) {}

    static Compiled compile(JsonNode schema) {
        SchemaCompiler compiler = new SchemaCompiler(schema);
        return new Compiled(compiler.check(schema), compiler.complete);
    }

    private SchemaCheck check(JsonNode schema) {
        if (schema.isBoolean()) {
            return schema.booleanValue() ? SchemaCheck.ANY : SchemaCheck.NONE;
        }
        if (!schema.isObject()) {
            complete = false;
            return SchemaCheck.ANY;
        }
        if (begun.add(schema)) {
            List<Rule> rules = new ArrayList<>();
            List<Check> parts = new ArrayList<>();
            boolean known = true;
            for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
                // In older dialects, a reference replaces all other keywords.
                boolean applies = isNewest(root)
                        || !schema.has("$ref")
                        || keyword.getKey().equals("$ref");
                known &= applies && add(keyword.getKey(), keyword.getValue(), schema, rules, parts);
            }
            if (isNewest(root) || !schema.has("$ref")) {
                addContent(schema, parts);
            }
            complete &= known;
            compiled.put(schema, new SchemaCheck(schema, List.copyOf(rules), List.copyOf(parts)));
        }
        return compiled.getOrDefault(schema, SchemaCheck.ANY);
    }

    /** Adds what a keyword demands of the value itself; returns whether nothing else is left to the library. */
    private boolean add(String keyword, JsonNode value, JsonNode schema, List<Rule> rules, List<Check> parts) {
        return switch (keyword) {
            case "type" -> areKinds(value);
            case "enum" -> value.isArray();
            case "const", "$schema" -> true;
            case "minimum" -> number(value, rules, "at least", (given, limit) -> given.compareTo(limit) >= 0);
            case "maximum" -> number(value, rules, "at most", (given, limit) -> given.compareTo(limit) <= 0);
            case "exclusiveMinimum" ->
                number(value, rules, "greater than", (given, limit) -> given.compareTo(limit) > 0);
            case "exclusiveMaximum" -> number(value, rules, "less than", (given, limit) -> given.compareTo(limit) < 0);
            case "multipleOf" -> number(value, rules, "a multiple of", SchemaCompiler::isMultiple);
            case "minLength", "maxLength" ->
                count(keyword, value, rules, JsonNodeType.STRING, "character", SchemaCompiler::length);
            case "minItems", "maxItems" -> count(keyword, value, rules, JsonNodeType.ARRAY, "item", JsonNode::size);
            case "minProperties", "maxProperties" ->
                count(keyword, value, rules, JsonNodeType.OBJECT, "member", JsonNode::size);
            case "uniqueItems" -> value.isBoolean() && (!value.booleanValue() || unique(rules));
            case "pattern" -> value.isString() && pattern(value.stringValue(), rules);
            case "format" -> value.isString() && format(value.stringValue(), rules);
            case "properties" -> value.isObject() && value.valueStream().allMatch(SchemaCompiler::isSchema);
            case "required" -> areNames(value);
            case "additionalProperties" -> isSchema(value) && !schema.has("patternProperties");
            case "items", "propertyNames" -> isSchema(value);
            case "prefixItems" -> areSchemas(value);
            case "allOf" ->
                areSchemas(value)
                        && parts.addAll(
                                value.valueStream().map(this::referenceTo).toList());
            case "anyOf", "oneOf" -> areSchemas(value) && parts.add(choice(value, keyword.equals("oneOf")));
            case "$ref" -> value.isString() && reference(value.stringValue(), parts);
            case "$defs", "definitions" -> value.isObject() && compileAll(value);
            default -> REMARKS.contains(keyword) || keyword.startsWith("x-");
        };
    }

    private boolean number(JsonNode limit, List<Rule> rules, String text, BiPredicate<BigDecimal, BigDecimal> fits) {
        if (!limit.isNumber()
                || text.startsWith("a multiple") && limit.decimalValue().signum() <= 0) {
            return false;
        }
        BigDecimal bound = limit.decimalValue();
        return rules.add(new Rule(
                JsonNodeType.NUMBER,
                value -> fits.test(value.decimalValue(), bound),
                value -> "must be %s %s, got %s".formatted(text, limit, ProblemTexts.brief(value))));
    }

    private static boolean isMultiple(BigDecimal value, BigDecimal divisor) {
        return value.remainder(divisor).signum() == 0;
    }

    private static int length(JsonNode text) {
        String value = text.stringValue();
        return value.codePointCount(0, value.length());
    }

    private static boolean count(
            String keyword,
            JsonNode limit,
            List<Rule> rules,
            JsonNodeType type,
            String thing,
            ToIntFunction<JsonNode> size) {
        if (!limit.isInt() || limit.intValue() < 0) {
            return false;
        }
        boolean least = keyword.startsWith("min");
        int bound = limit.intValue();
        String text = "must have %s %s %s%s, got "
                .formatted(least ? "at least" : "at most", bound, thing, bound == 1 ? "" : "s");
        return rules.add(new Rule(
                type,
                value -> least ? size.applyAsInt(value) >= bound : size.applyAsInt(value) <= bound,
                value -> text + size.applyAsInt(value)));
    }

    /** Adds a rule for arrays of limited size, because each item may have to be compared with all others. */
    private boolean unique(List<Rule> rules) {
        count("maxItems", IntNode.valueOf(MOST_UNIQUE_ITEMS), rules, JsonNodeType.ARRAY, "item", JsonNode::size);
        return rules.add(new Rule(
                JsonNodeType.ARRAY,
                array -> array.size() > MOST_UNIQUE_ITEMS || areDifferent(array),
                array -> "must not contain the same item twice"));
    }

    private static boolean areDifferent(JsonNode array) {
        for (int i = 1; i < array.size(); i++) {
            CheckingTime.check();
            for (int k = 0; k < i; k++) {
                if (SchemaTypes.areEqual(array.get(i), array.get(k))) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean pattern(String regex, List<Rule> rules) {
        if (!PortableRegex.isPortable(regex)) {
            return false;
        }
        try {
            // In Java, the end of the text may be before a line break.
            Pattern pattern = Pattern.compile(regex.replaceAll("(?<!\\\\)\\$$", "\\\\z"));
            return rules.add(new Rule(
                    JsonNodeType.STRING,
                    value -> InterruptibleText.isFound(pattern, value.stringValue()),
                    value -> ProblemTexts.pattern(regex, value)));
        } catch (PatternSyntaxException ex) {
            return false;
        }
    }

    private static boolean format(String format, List<Rule> rules) {
        return rules.add(new Rule(
                JsonNodeType.STRING,
                value -> TextFormats.fits(format, value.stringValue()),
                value -> "must be %s, got %s".formatted(ProblemTexts.format(format), ProblemTexts.brief(value))));
    }

    private boolean reference(String pointer, List<Check> parts) {
        boolean local = pointer.equals("#") || pointer.startsWith("#/") && pointer.indexOf('%') < 0;
        JsonNode target = local ? root.at(pointer.substring(1)) : MissingNode.getInstance();
        return isSchema(target) && parts.add(referenceTo(target));
    }

    private Reference referenceTo(JsonNode schema) {
        check(schema);
        return new Reference(schema, compiled);
    }

    private Choice choice(JsonNode schemas, boolean one) {
        return new Choice(
                schemas.valueStream()
                        .map(schema -> Choice.Alternative.of(referenceTo(schema), SchemaTypes.resolved(schema, root)))
                        .toList(),
                one);
    }

    private boolean compileAll(JsonNode schemas) {
        schemas.forEach(this::check);
        return true;
    }

    /** Adds the checks of the values inside an object or an array. */
    private void addContent(JsonNode schema, List<Check> parts) {
        if (Stream.of("properties", "required", "additionalProperties", "propertyNames")
                .anyMatch(schema::has)) {
            Map<String, SchemaCheck> named = new LinkedHashMap<>();
            schema.path("properties").forEachEntry((name, member) -> named.put(name, check(member)));
            List<String> required = schema.path("required")
                    .valueStream()
                    .map(JsonNode::asString)
                    .toList();
            SchemaCheck names = schema.has("propertyNames") ? check(schema.get("propertyNames")) : null;
            SchemaCheck others =
                    schema.has("patternProperties") ? SchemaCheck.ANY : part(schema, "additionalProperties");
            parts.add(new Members(schema, named, required, others, names));
        }
        if (schema.has("items") || schema.has("prefixItems")) {
            List<SchemaCheck> first =
                    schema.path("prefixItems").valueStream().map(this::check).toList();
            parts.add(new Items(first, part(schema, "items")));
        }
    }

    private SchemaCheck part(JsonNode schema, String keyword) {
        return schema.has(keyword) ? check(schema.get(keyword)) : SchemaCheck.ANY;
    }

    private static boolean isSchema(JsonNode value) {
        return value.isObject() || value.isBoolean();
    }

    private static boolean areSchemas(JsonNode value) {
        return value.isArray() && !value.isEmpty() && value.valueStream().allMatch(SchemaCompiler::isSchema);
    }

    private static boolean areKinds(JsonNode value) {
        return value.isString()
                ? SchemaTypes.NODE_TYPES.containsKey(value.stringValue())
                : !value.isEmpty()
                        && areNames(value)
                        && value.valueStream().allMatch(kind -> SchemaTypes.NODE_TYPES.containsKey(kind.asString("")));
    }

    private static boolean areNames(JsonNode value) {
        Set<String> names = new HashSet<>();
        return value.isArray()
                && value.valueStream().allMatch(name -> name.isString() && names.add(name.stringValue()));
    }
}

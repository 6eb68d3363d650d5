package io.mcpspring.validation;

import com.networknt.schema.regex.RegularExpressions;
import io.mcpspring.validation.SchemaCheck.Rule;
import java.math.BigDecimal;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.JsonNodeType;
import tools.jackson.databind.node.MissingNode;

/**
 * Compiles the keywords of which generated schemas consist. Schemas that users write may have others, which are left to
 * the library for validation.
 */
final class SchemaCompiler {

    /** The dialect of a schema that does not name one. */
    static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private static final int MOST_UNIQUE_ITEMS = 1_000;

    private static final JsonNode NOTHING = JsonNodeFactory.instance.objectNode();

    /** Keywords that are read with others, or that do not restrict values. */
    private static final Set<String> KNOWN = Set.of(
            ("type enum const properties required propertyNames prefixItems $schema $defs definitions $comment title"
                            + " description default examples enumNames deprecated readOnly writeOnly contentEncoding"
                            + " contentMediaType " + OtherForms.KEYWORD)
                    .split(" "));

    private final JsonNode root;

    private final Map<JsonNode, SchemaCheck> compiled = new IdentityHashMap<>();

    private boolean complete;

    /** Whether a check may take long, in relation to the size of the value. */
    private boolean slow;

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
     * @param complete whether the check knows all that the schema demands
     * @param slow whether a check may take long, in relation to the size of the value
     */
    record Compiled(SchemaCheck check, boolean complete, boolean slow) {}

    static Compiled compile(JsonNode schema) {
        SchemaCompiler compiler = new SchemaCompiler(schema);
        SchemaCheck check = compiler.check(schema);
        return new Compiled(check, compiler.complete, compiler.slow || !compiler.complete);
    }

    private SchemaCheck check(JsonNode schema) {
        if (schema.isBoolean()) {
            return schema.booleanValue() ? SchemaCheck.ANY : SchemaCheck.NONE;
        }
        SchemaCheck known = compiled.get(schema);
        if (known != null) {
            return known;
        }
        // In older dialects, a reference replaces all other keywords.
        JsonNode effective = isNewest(root) || !schema.has("$ref")
                ? schema
                : JsonNodeFactory.instance.objectNode().set("$ref", schema.get("$ref"));
        SchemaCheck check = new SchemaCheck(effective);
        // Known from now on, because its parts may refer to it.
        compiled.put(schema, check);
        effective.forEachEntry((keyword, value) -> {
            if (!add(keyword, value, check)) {
                complete = false;
            }
        });
        addContent(effective, check);
        return check;
    }

    /** Adds what a keyword demands of the value itself; returns whether nothing is left to the library. */
    private boolean add(String keyword, JsonNode value, SchemaCheck check) {
        return switch (keyword) {
            case "minimum" -> number(value, check, "at least", (given, limit) -> given.compareTo(limit) >= 0);
            case "maximum" -> number(value, check, "at most", (given, limit) -> given.compareTo(limit) <= 0);
            case "exclusiveMinimum" ->
                number(value, check, "greater than", (given, limit) -> given.compareTo(limit) > 0);
            case "exclusiveMaximum" -> number(value, check, "less than", (given, limit) -> given.compareTo(limit) < 0);
            case "multipleOf" -> number(value, check, "a multiple of", SchemaCompiler::isMultiple);
            case "minLength", "maxLength" -> count(keyword, value, check, JsonNodeType.STRING);
            case "minItems", "maxItems" -> count(keyword, value, check, JsonNodeType.ARRAY);
            case "minProperties", "maxProperties" -> count(keyword, value, check, JsonNodeType.OBJECT);
            case "uniqueItems" -> !value.booleanValue() || unique(check);
            case "pattern" -> PortableRegex.isPortable(value.stringValue()) && pattern(value.stringValue(), check);
            case "format" -> format(value.stringValue(), check);
            case "additionalProperties" -> !check.schema().has("patternProperties");
            case "items" -> !value.isArray();
            case "allOf" -> all(value, check);
            case "anyOf", "oneOf" -> check.add(choice(value, keyword.equals("oneOf")));
            case "$ref" -> reference(value.stringValue(), check);
            default -> KNOWN.contains(keyword) || keyword.startsWith("x-");
        };
    }

    private static boolean number(
            JsonNode limit, SchemaCheck check, String text, BiPredicate<BigDecimal, BigDecimal> fits) {
        // In an older dialect, it may be a boolean.
        BigDecimal bound = limit.isNumber() ? limit.decimalValue() : null;
        return bound != null
                && check.add(new Rule(
                        JsonNodeType.NUMBER,
                        value -> fits.test(value.decimalValue(), bound),
                        value -> "must be %s %s, got %s".formatted(text, limit, ProblemTexts.brief(value))));
    }

    private static boolean isMultiple(BigDecimal value, BigDecimal divisor) {
        return value.remainder(divisor).signum() == 0;
    }

    private static boolean count(String keyword, JsonNode limit, SchemaCheck check, JsonNodeType type) {
        boolean least = keyword.startsWith("min");
        long bound = limit.asLong();
        return check.add(new Rule(
                type,
                value -> least ? size(value) >= bound : size(value) <= bound,
                value -> "must have %s %s, got %s"
                        .formatted(least ? "at least" : "at most", ProblemTexts.count(bound, type), size(value))));
    }

    private static int size(JsonNode value) {
        return value.isString()
                ? value.stringValue().codePointCount(0, value.stringValue().length())
                : value.size();
    }

    /** Adds a rule for arrays of limited size, because each item may have to be compared with all others. */
    private static boolean unique(SchemaCheck check) {
        count("maxItems", IntNode.valueOf(MOST_UNIQUE_ITEMS), check, JsonNodeType.ARRAY);
        return check.add(new Rule(
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

    private boolean pattern(String regex, SchemaCheck check) {
        slow = true;
        // In Java, the end of the text may be before a line break.
        Pattern pattern = Pattern.compile(RegularExpressions.replaceDollarAnchors(regex));
        return check.add(new Rule(
                JsonNodeType.STRING,
                value -> InterruptibleText.isFound(pattern, value.stringValue()),
                value -> ProblemTexts.pattern(regex, value)));
    }

    private static boolean format(String format, SchemaCheck check) {
        return check.add(new Rule(
                JsonNodeType.STRING,
                value -> TextFormats.fits(format, value.stringValue()),
                value -> "must be %s, got %s".formatted(ProblemTexts.format(format), ProblemTexts.brief(value))));
    }

    private boolean reference(String pointer, SchemaCheck check) {
        JsonNode target = target(pointer);
        return !target.isMissingNode() && check.add(check(target));
    }

    private JsonNode target(String pointer) {
        boolean local = pointer.equals("#") || pointer.startsWith("#/") && pointer.indexOf('%') < 0;
        return local ? root.at(pointer.substring(1)) : MissingNode.getInstance();
    }

    private boolean all(JsonNode schemas, SchemaCheck check) {
        schemas.forEach(schema -> check.add(check(schema)));
        return true;
    }

    private Choice choice(JsonNode schemas, boolean one) {
        List<SchemaCheck> alternatives = schemas.valueStream()
                .map(schema -> check(schema.size() == 1 ? SchemaTypes.resolved(schema, root) : schema))
                .toList();
        slow |= alternatives.stream()
                        .filter(alternative -> !SchemaTypes.isNull(alternative.schema()))
                        .count()
                > 1;
        return new Choice(alternatives, one);
    }

    /** Adds the checks of the values inside an object or an array. */
    private void addContent(JsonNode schema, SchemaCheck check) {
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
            check.add(new Members(schema, named, required, others, names));
        }
        if (schema.has("items") || schema.has("prefixItems")) {
            List<SchemaCheck> first =
                    schema.path("prefixItems").valueStream().map(this::check).toList();
            check.add(new Items(first, schema.path("items").isArray() ? SchemaCheck.ANY : part(schema, "items")));
        }
    }

    private SchemaCheck part(JsonNode schema, String keyword) {
        return schema.has(keyword) ? check(schema.get(keyword)) : SchemaCheck.ANY;
    }
}

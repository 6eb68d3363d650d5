package io.mcpspring.validation;

import io.mcpspring.validation.Choice.Alternative;
import io.mcpspring.validation.SchemaCheck.Rule;
import java.math.BigDecimal;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeType;
import tools.jackson.databind.node.MissingNode;

/**
 * Compiles the keywords of which generated schemas consist. Schemas that users write may have others, which are left to
 * the library for validation.
 */
final class SchemaCompiler {

    /** The dialect of a schema that does not name one. */
    static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    static final int MOST_UNIQUE_ITEMS = 1_000;

    private static final int MOST_HOPS = 10;

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
     * @param foreignUniqueItems whether only the library checks a {@code uniqueItems}, in quadratic time, so that
     *     arrays have to be short
     */
    record Compiled(SchemaCheck check, boolean complete, boolean slow, boolean foreignUniqueItems) {}

    static Compiled compile(JsonNode schema) {
        SchemaCompiler compiler = new SchemaCompiler(schema);
        SchemaCheck check = compiler.check(schema);
        boolean foreignUniqueItems = schema.findParents("uniqueItems").stream()
                .anyMatch(parent ->
                        BooleanNode.TRUE.equals(parent.get("uniqueItems")) && !compiler.compiled.containsKey(parent));
        return new Compiled(check, compiler.complete, compiler.slow || !compiler.complete, foreignUniqueItems);
    }

    private SchemaCheck check(JsonNode given) {
        JsonNode schema = resolved(given);
        if (schema.isMissingNode()) {
            complete = false;
            return SchemaCheck.ANY;
        }
        if (schema.isBoolean()) {
            return schema.booleanValue() ? SchemaCheck.ANY : SchemaCheck.NONE;
        }
        SchemaCheck known = compiled.get(schema);
        if (known != null) {
            return known;
        }
        SchemaCheck check = new SchemaCheck(schema);
        // Known from now on, because its parts may refer to it.
        compiled.put(schema, check);
        schema.forEachEntry((keyword, value) -> {
            if (!add(keyword, value, check)) {
                complete = false;
            }
        });
        addContent(schema, check);
        return check;
    }

    /** Returns what a schema that is only a reference stands for; a missing node if that is not in the document. */
    private JsonNode resolved(JsonNode schema) {
        JsonNode target = schema;
        // In older dialects, a reference replaces all other keywords.
        for (int hops = 0; target.has("$ref") && (target.size() == 1 || !isNewest(root)); hops++) {
            target = hops < MOST_HOPS ? target(target.get("$ref").stringValue()) : MissingNode.getInstance();
        }
        return target;
    }

    private JsonNode target(String reference) {
        boolean local = reference.equals("#") || reference.startsWith("#/") && reference.indexOf('%') < 0;
        return local ? root.at(reference.substring(1)) : MissingNode.getInstance();
    }

    /** Adds what a keyword demands of the value itself; returns whether nothing is left to the library. */
    private boolean add(String keyword, JsonNode value, SchemaCheck check) {
        return switch (keyword) {
            case "minimum" -> number(value, check, "at least", (given, limit) -> given.compareTo(limit) >= 0);
            case "maximum" -> number(value, check, "at most", (given, limit) -> given.compareTo(limit) <= 0);
            case "exclusiveMinimum" ->
                number(value, check, "greater than", (given, limit) -> given.compareTo(limit) > 0);
            case "exclusiveMaximum" -> number(value, check, "less than", (given, limit) -> given.compareTo(limit) < 0);
            case "multipleOf" ->
                number(
                        value,
                        check,
                        "a multiple of",
                        (given, step) -> given.remainder(step).signum() == 0);
            case "minLength", "maxLength" -> count(keyword, value, check, JsonNodeType.STRING);
            case "minItems", "maxItems" -> count(keyword, value, check, JsonNodeType.ARRAY);
            case "minProperties", "maxProperties" -> count(keyword, value, check, JsonNodeType.OBJECT);
            case "uniqueItems" -> !value.booleanValue() || unique(check);
            case "pattern" -> pattern(value.stringValue(), check);
            case "format" -> format(value.stringValue(), check);
            case "additionalProperties" -> !check.schema.has("patternProperties");
            case "items" -> !value.isArray();
            case "allOf" -> value.valueStream().map(this::check).allMatch(check::add);
            case "anyOf", "oneOf" -> check.add(choice(value, keyword.equals("oneOf")));
            case "$ref" -> check.add(check(target(value.stringValue())));
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
        Predicate<String> pattern = InterruptibleText.search(regex);
        return check.add(new Rule(
                JsonNodeType.STRING,
                value -> pattern.test(value.stringValue()),
                value -> ProblemTexts.pattern(regex, value)));
    }

    private static boolean format(String name, SchemaCheck check) {
        LimitedFormat format = LimitedFormat.of(name);
        return format == null
                || check.add(new Rule(
                        JsonNodeType.STRING,
                        value -> format.matches(null, null, value.stringValue()),
                        value -> "must be %s, got %s".formatted(ProblemTexts.format(name), ProblemTexts.brief(value))));
    }

    private Choice choice(JsonNode schemas, boolean one) {
        slow |= schemas.valueStream().filter(Predicate.not(SchemaTypes::isNull)).count() > 1;
        List<Alternative> alternatives =
                schemas.valueStream().map(this::check).map(Alternative::of).toList();
        return new Choice(alternatives, one);
    }

    /** Adds the checks of the values inside an object or an array. */
    private void addContent(JsonNode schema, SchemaCheck check) {
        if (Stream.of("properties", "required", "additionalProperties", "propertyNames")
                .anyMatch(schema::has)) {
            Map<String, SchemaCheck> named = new LinkedHashMap<>();
            schema.path("properties").forEachEntry((name, member) -> named.put(name, check(member)));
            SchemaCheck names = schema.has("propertyNames") ? check(schema.get("propertyNames")) : null;
            SchemaCheck others =
                    schema.has("patternProperties") ? SchemaCheck.ANY : part(schema, "additionalProperties");
            check.add(new Members(
                    named,
                    OtherForms.names(schema),
                    OtherForms.defaults(schema),
                    SchemaTypes.required(schema),
                    others,
                    names));
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

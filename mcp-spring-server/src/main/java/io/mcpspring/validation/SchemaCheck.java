package io.mcpspring.validation;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.JsonNodeType;

/** What one schema demands of a value, compiled by {@link SchemaCompiler}. */
final class SchemaCheck implements Check {

    /** For the schema that every value fits. */
    static final SchemaCheck ANY = new SchemaCheck(JsonNodeFactory.instance.objectNode());

    /** For the schema that no value fits. */
    static final SchemaCheck NONE = new SchemaCheck(JsonNodeFactory.instance.objectNode());

    final JsonNode schema;

    /** The kinds that the schema names; empty for all. */
    final List<String> kinds;

    /** The array of the only values; a missing node if there are others. */
    final JsonNode constants;

    private final Set<JsonNodeType> types = EnumSet.noneOf(JsonNodeType.class);

    private final boolean whole;

    private final List<Check> parts = new ArrayList<>();

    /**
     * What one keyword demands of the values of a type.
     *
     * @param problem describes a value that does not fit
     */
    record Rule(JsonNodeType type, Predicate<JsonNode> fits, Function<JsonNode, String> problem) implements Check {

        @Override
        public JsonNode accept(JsonNode value, Checking checking) {
            if (type == value.getNodeType() && !fits.test(value)) {
                checking.report(problem.apply(value));
            }
            return value;
        }
    }

    /** Begins with the type and the constants; the compiler adds the rest. */
    SchemaCheck(JsonNode schema) {
        this.schema = schema;
        this.kinds = SchemaTypes.of(schema)
                .filter(SchemaTypes.NODE_TYPES::containsKey)
                .toList();
        this.constants = schema.has("const")
                ? JsonNodeFactory.instance.arrayNode().add(schema.get("const"))
                : schema.path("enum");
        this.whole = kinds.contains("integer") && !kinds.contains("number");
        kinds.forEach(kind -> types.add(SchemaTypes.NODE_TYPES.get(kind)));
    }

    boolean add(Check part) {
        return parts.add(part);
    }

    @Override
    public boolean allows(JsonNode value) {
        if (!hasKind(value)) {
            return false;
        }
        // Without an iterator, as below: values of a request are checked here, one by one.
        for (int i = 0; i < parts.size(); i++) {
            if (!parts.get(i).allows(value)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasKind(JsonNode value) {
        return kinds.isEmpty()
                || types.contains(value.getNodeType()) && (!whole || !value.isNumber() || SchemaTypes.isWhole(value));
    }

    /** Whether a value is one of the constants, if there are any. */
    boolean isConstant(JsonNode value) {
        for (JsonNode constant : constants) {
            if (SchemaTypes.areEqual(constant, value)) {
                return true;
            }
        }
        return constants.isMissingNode();
    }

    @Override
    public Stream<String> allKinds() {
        return Stream.concat(kinds.stream(), parts.stream().flatMap(Check::allKinds));
    }

    @Override
    public JsonNode accept(JsonNode given, Checking checking) {
        if (checking.isFull()) {
            return given;
        }
        if (this == NONE) {
            checking.report("is not allowed");
            return given;
        }
        JsonNode value = checking.converted(given, this);
        if (!hasKind(value)) {
            checking.report(ProblemTexts.wrongType(kinds, value));
            return given;
        }
        if (!isConstant(value)) {
            checking.report("must be %s, got %s".formatted(ProblemTexts.oneOf(constants), ProblemTexts.brief(value)));
        }
        for (int i = 0; i < parts.size(); i++) {
            value = parts.get(i).accept(value, checking);
        }
        return value;
    }
}

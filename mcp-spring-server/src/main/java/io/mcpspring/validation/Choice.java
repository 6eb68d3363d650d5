package io.mcpspring.validation;

import io.mcpspring.validation.Checking.Attempt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The keyword {@code anyOf} or {@code oneOf}. Alternatives that the type or a constant of a value rules out are not
 * tried, because the time would double at each level of a recursive schema. If the value fits none, only the problems
 * of the closest alternative are reported.
 *
 * @param one whether the value must fit exactly one
 */
record Choice(List<Alternative> alternatives, boolean one) implements Check {

    private static final int PROBLEMS_OF_THE_CLOSEST = 3;

    /**
     * One alternative.
     *
     * @param schema the schema, or the one that it refers to
     * @param constants the members that have a constant
     */
    record Alternative(Reference check, JsonNode schema, Map<String, JsonNode> constants) {

        static Alternative of(Reference check, JsonNode schema) {
            Map<String, JsonNode> constants = new HashMap<>();
            schema.path("properties").forEachEntry((name, property) -> {
                if (property.has("const")) {
                    constants.put(name, property.get("const"));
                }
            });
            return new Alternative(check, schema, constants);
        }

        /** Whether a member has this value as a constant. */
        boolean hasConstant(String member, JsonNode value) {
            return constants.containsKey(member) && SchemaTypes.areEqual(constants.get(member), value);
        }

        /** Whether the value certainly does not fit, because of a constant. */
        boolean contradicts(JsonNode value) {
            for (Map.Entry<String, JsonNode> constant : constants.entrySet()) {
                JsonNode given = value.get(constant.getKey());
                if (given != null && !SchemaTypes.areEqual(constant.getValue(), given)) {
                    return true;
                }
            }
            return schema.has("const") && !SchemaTypes.areEqual(schema.get("const"), value);
        }
    }

    /** Whether an object lacks a required member. */
    private static boolean isIncomplete(JsonNode value, Alternative alternative) {
        return value.isObject()
                && !OtherForms.isOf(alternative.schema())
                && !alternative.schema().path("required").valueStream().allMatch(name -> value.has(name.asString()));
    }

    @Override
    public boolean allows(JsonNode value) {
        return alternatives.stream().anyMatch(alternative -> alternative.check().allows(value));
    }

    @Override
    public Stream<String> allKinds() {
        return alternatives.stream().flatMap(alternative -> alternative.check().allKinds());
    }

    @Override
    public JsonNode accept(JsonNode value, Checking checking) {
        List<Alternative> ofType =
                where(alternatives, alternative -> alternative.check().allows(value));
        List<Alternative> named = where(ofType, alternative -> !alternative.contradicts(value));
        List<Alternative> whole =
                named.size() > 1 ? where(named, alternative -> !isIncomplete(value, alternative)) : named;
        List<Alternative> possible = whole.isEmpty() ? named : whole;
        if (possible.size() == 1) {
            return possible.get(0).check().accept(value, checking);
        }
        CheckingTime.check();
        if (ofType.isEmpty()) {
            return ofAnotherType(value, checking);
        }
        List<Attempt> attempts = new ArrayList<>();
        for (Alternative alternative : possible.isEmpty() ? ofType : possible) {
            Attempt attempt = checking.attempt(alternative.check(), value);
            attempts.add(attempt);
            if (!one && attempt.fits() && attempt.accepted() == value) {
                return value;
            }
        }
        List<JsonNode> fitting = fitting(attempts, value);
        if (fitting.size() == 1) {
            return fitting.get(0);
        }
        if (fitting.isEmpty()) {
            report(ofType, attempts, value, checking);
        } else {
            checking.report(
                    one
                            ? "must fit exactly one of the allowed forms, but fits several"
                            : "fits several of the allowed forms, depending on how its values are converted");
        }
        return value;
    }

    private static List<Alternative> where(List<Alternative> all, Predicate<Alternative> condition) {
        List<Alternative> found = new ArrayList<>(all.size());
        for (Alternative alternative : all) {
            if (condition.test(alternative)) {
                found.add(alternative);
            }
        }
        return found;
    }

    /** Returns the value for each alternative that it fits; if there is none, what it can be converted to. */
    private static List<JsonNode> fitting(List<Attempt> attempts, JsonNode value) {
        List<JsonNode> accepted =
                attempts.stream().filter(Attempt::fits).map(Attempt::accepted).toList();
        List<JsonNode> unchanged = accepted.stream()
                .filter(result -> SchemaTypes.areEqual(result, value))
                .toList();
        return unchanged.isEmpty() ? accepted.stream().distinct().toList() : unchanged;
    }

    /** Converts a value whose type none of the alternatives allows, if there is one way. */
    private JsonNode ofAnotherType(JsonNode value, Checking checking) {
        boolean convertible = !value.isContainer()
                || alternatives.stream().anyMatch(alternative -> OtherForms.allowsSingle(alternative.schema()));
        List<JsonNode> converted = convertible ? fitting(tried(alternatives, value, checking), value) : List.of();
        if (converted.size() == 1) {
            return converted.get(0);
        }
        checking.report(ProblemTexts.wrongType(allKinds().distinct().toList(), value));
        return value;
    }

    private static List<Attempt> tried(List<Alternative> alternatives, JsonNode value, Checking checking) {
        return alternatives.stream()
                .map(alternative -> checking.attempt(alternative.check(), value))
                .toList();
    }

    private static void report(List<Alternative> ofType, List<Attempt> attempts, JsonNode value, Checking checking) {
        String discriminator = value.isObject() ? discriminator(ofType) : null;
        JsonNode given = discriminator == null ? null : value.get(discriminator);
        if (discriminator != null
                && (given == null
                        || ofType.stream().noneMatch(alternative -> alternative.hasConstant(discriminator, given)))) {
            checking.report(discriminator, otherConstant(ofType, discriminator, given));
            return;
        }
        List<Problem> closest = attempts.stream()
                .map(Attempt::problems)
                .min(Comparator.comparingInt(List::size))
                .orElseThrow();
        if (attempts.size() == 1) {
            checking.addAll(closest);
        } else {
            checking.report("fits none of the allowed forms; for the closest one: "
                    + closest.stream()
                            .map(Problem::toString)
                            .distinct()
                            .limit(PROBLEMS_OF_THE_CLOSEST)
                            .collect(Collectors.joining(", ")));
        }
    }

    /** Returns the property whose constant distinguishes the alternatives. */
    private static @Nullable String discriminator(List<Alternative> alternatives) {
        return alternatives.get(0).constants().keySet().stream()
                .filter(name -> alternatives.stream()
                        .allMatch(alternative -> alternative.constants().containsKey(name)))
                .findFirst()
                .orElse(null);
    }

    private static String otherConstant(List<Alternative> possible, String property, @Nullable JsonNode given) {
        String known = possible.stream()
                .map(alternative -> String.valueOf(alternative.constants().get(property)))
                .distinct()
                .collect(Collectors.joining(", "));
        return given == null
                ? "is required; must be one of " + known
                : "must be one of %s, got %s".formatted(known, ProblemTexts.brief(given));
    }
}

package io.mcpspring.validation;

import io.mcpspring.validation.Checking.Attempt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
record Choice(List<SchemaCheck> alternatives, boolean one) implements Check {

    private static final int PROBLEMS_OF_THE_CLOSEST = 3;

    /** Returns the constant of a member; a missing node if it has none. */
    private static JsonNode constant(SchemaCheck alternative, String member) {
        return alternative.schema().path("properties").path(member).path("const");
    }

    /** Whether a value certainly does not fit, because of a constant. */
    private static boolean isContradicted(JsonNode value, SchemaCheck alternative) {
        JsonNode schema = alternative.schema();
        return isOther(schema.get("const"), value)
                || schema.path("properties")
                        .propertyStream()
                        .anyMatch(member -> isOther(member.getValue().get("const"), value.get(member.getKey())));
    }

    private static boolean isOther(@Nullable JsonNode constant, @Nullable JsonNode given) {
        return constant != null && given != null && !SchemaTypes.areEqual(constant, given);
    }

    /** Whether an object lacks a required member. */
    private static boolean isIncomplete(JsonNode value, SchemaCheck alternative) {
        return value.isObject()
                && !OtherForms.isOf(alternative.schema())
                && !alternative.schema().path("required").valueStream().allMatch(name -> value.has(name.asString()));
    }

    @Override
    public boolean allows(JsonNode value) {
        return alternatives.stream().anyMatch(alternative -> alternative.allows(value));
    }

    @Override
    public Stream<String> allKinds() {
        return alternatives.stream().flatMap(Check::allKinds);
    }

    @Override
    public JsonNode accept(JsonNode value, Checking checking) {
        List<SchemaCheck> ofType = where(alternatives, alternative -> alternative.allows(value));
        List<SchemaCheck> named = where(ofType, alternative -> !isContradicted(value, alternative));
        List<SchemaCheck> possible =
                named.size() == 1 ? named : or(where(named, alternative -> !isIncomplete(value, alternative)), named);
        if (possible.size() == 1) {
            return possible.get(0).accept(value, checking);
        }
        CheckingTime.check();
        List<Attempt> attempts = new ArrayList<>();
        // A value of another type may still be converted.
        for (SchemaCheck alternative : or(or(possible, ofType), alternatives)) {
            Attempt attempt = checking.attempt(alternative, value);
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

    private static List<SchemaCheck> where(List<SchemaCheck> all, Predicate<SchemaCheck> condition) {
        List<SchemaCheck> found = new ArrayList<>(all.size());
        for (SchemaCheck alternative : all) {
            if (condition.test(alternative)) {
                found.add(alternative);
            }
        }
        return found;
    }

    private static List<SchemaCheck> or(List<SchemaCheck> some, List<SchemaCheck> others) {
        return some.isEmpty() ? others : some;
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

    private void report(List<SchemaCheck> ofType, List<Attempt> attempts, JsonNode value, Checking checking) {
        if (ofType.isEmpty()) {
            checking.report(ProblemTexts.wrongType(allKinds().distinct().toList(), value));
            return;
        }
        String discriminator = value.isObject() ? discriminator(ofType) : null;
        if (discriminator != null) {
            JsonNode given = value.path(discriminator);
            List<JsonNode> known = ofType.stream()
                    .map(alternative -> constant(alternative, discriminator))
                    .distinct()
                    .toList();
            if (known.stream().noneMatch(constant -> SchemaTypes.areEqual(constant, given))) {
                String all = "must be one of "
                        + known.stream().map(JsonNode::toString).collect(Collectors.joining(", "));
                checking.report(
                        discriminator,
                        given.isMissingNode() ? "is required; " + all : all + ", got " + ProblemTexts.brief(given));
                return;
            }
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

    /** Returns the member whose constant distinguishes the alternatives. */
    private static @Nullable String discriminator(List<SchemaCheck> alternatives) {
        return alternatives.get(0).schema().path("properties").propertyNames().stream()
                .filter(name -> alternatives.stream()
                        .noneMatch(alternative -> constant(alternative, name).isMissingNode()))
                .findFirst()
                .orElse(null);
    }
}

package io.mcpspring.validation;

import io.mcpspring.validation.JsonSchema.Accepted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

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
     * An alternative, with what rules it out.
     *
     * @param constants the constants of members, by their names; several for a member that has one of the names of a
     *     type
     * @param required the names of required members; empty if they may have other names
     */
    record Alternative(SchemaCheck check, Map<String, List<JsonNode>> constants, List<String> required) {

        static Alternative of(SchemaCheck check) {
            JsonNode schema = check.schema;
            Map<String, List<JsonNode>> constants = new LinkedHashMap<>();
            schema.path("properties").forEachEntry((name, member) -> {
                if (member.has("const")) {
                    constants.put(name, List.of(member.get("const")));
                } else if (member.has("enum") && !member.has("type")) {
                    constants.put(name, member.get("enum").valueStream().toList());
                }
            });
            return new Alternative(
                    check, constants, OtherForms.isOf(schema) ? List.of() : SchemaTypes.required(schema));
        }

        /** How far a value may fit: by its type, then also by its constants, then also by its required members. */
        int closeness(JsonNode value) {
            if (!check.allows(value)) {
                return 0;
            }
            if (!hasConstantsOf(value)) {
                return 1;
            }
            return value.isObject() && !required.stream().allMatch(value::has) ? 2 : 3;
        }

        private boolean hasConstantsOf(JsonNode value) {
            for (Map.Entry<String, List<JsonNode>> known : constants.entrySet()) {
                JsonNode given = value.get(known.getKey());
                if (given != null
                        && known.getValue().stream().noneMatch(constant -> SchemaTypes.areEqual(constant, given))) {
                    return false;
                }
            }
            return check.isConstant(value);
        }
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
        Alternative closest = alternatives.get(0);
        int most = -1;
        boolean several = false;
        for (Alternative alternative : alternatives) {
            int closeness = alternative.closeness(value);
            if (closeness > most) {
                closest = alternative;
                most = closeness;
                several = false;
            } else if (closeness == most) {
                several = true;
            }
        }
        return several
                ? acceptOneOf(alternatives(most, value), value, checking)
                : closest.check().accept(value, checking);
    }

    /**
     * Returns the alternatives of this {@linkplain Alternative#closeness closeness} to a value; all for a value of
     * another type, which may be converted.
     */
    private List<Alternative> alternatives(int closeness, JsonNode value) {
        return alternatives.stream()
                .filter(alternative -> alternative.closeness(value) == closeness)
                .toList();
    }

    private JsonNode acceptOneOf(List<Alternative> possible, JsonNode value, Checking checking) {
        CheckingTime.check();
        List<Accepted> attempts = new ArrayList<>();
        for (Alternative alternative : possible) {
            Accepted attempt = checking.attempt(alternative.check(), value);
            attempts.add(attempt);
            if (!one && attempt.fits() && attempt.value() == value) {
                return value;
            }
        }
        List<JsonNode> accepted =
                attempts.stream().filter(Accepted::fits).map(Accepted::value).toList();
        if (accepted.isEmpty()) {
            report(possible, attempts, value, checking);
            return value;
        }
        List<JsonNode> unchanged = accepted.stream()
                .filter(result -> SchemaTypes.areEqual(result, value))
                .toList();
        if (one && unchanged.size() > 1) {
            checking.report("must fit exactly one of the allowed forms, but fits several");
        }
        return unchanged.isEmpty() ? accepted.get(0) : unchanged.get(0);
    }

    private void report(List<Alternative> possible, List<Accepted> attempts, JsonNode value, Checking checking) {
        String discriminator = value.isObject() ? discriminator(possible) : null;
        if (!allows(value)) {
            checking.report(ProblemTexts.wrongType(allKinds().distinct().toList(), value));
        } else if (discriminator == null || !reportOther(discriminator, possible, value, checking)) {
            Accepted closest = Collections.min(
                    attempts,
                    Comparator.comparingInt(attempt -> attempt.problems().size()));
            checking.report(closest.problems().stream()
                    .limit(PROBLEMS_OF_THE_CLOSEST)
                    .map(Problem::toString)
                    .collect(Collectors.joining(", ", "fits none of the allowed forms; for the closest one: ", "")));
        }
    }

    /** Returns the member whose constant distinguishes the alternatives. */
    private static @Nullable String discriminator(List<Alternative> alternatives) {
        return alternatives.get(0).constants().keySet().stream()
                .filter(name -> alternatives.stream()
                        .allMatch(alternative -> alternative.constants().containsKey(name)))
                .findFirst()
                .orElse(null);
    }

    /** Reports a member that has none of the constants of the alternatives; returns whether that is so. */
    private static boolean reportOther(
            String member, List<Alternative> alternatives, JsonNode value, Checking checking) {
        ArrayNode known = JsonNodeFactory.instance.arrayNode();
        alternatives.stream()
                .flatMap(alternative -> alternative.constants().getOrDefault(member, List.of()).stream())
                .distinct()
                .forEach(known::add);
        JsonNode given = value.path(member);
        if (known.valueStream().anyMatch(constant -> SchemaTypes.areEqual(constant, given))) {
            return false;
        }
        String demanded = "must be " + ProblemTexts.oneOf(known);
        checking.report(
                member,
                given.isMissingNode() ? "is required; " + demanded : demanded + ", got " + ProblemTexts.brief(given));
        return true;
    }
}

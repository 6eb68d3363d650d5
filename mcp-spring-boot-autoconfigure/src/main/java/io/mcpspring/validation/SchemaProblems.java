package io.mcpspring.validation;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Turns the validator's errors into problems that a language model can act on. Of a choice ({@code anyOf},
 * {@code oneOf}) only the alternative that is closest to the value is reported.
 */
final class SchemaProblems {

    private static final Set<String> BY_NAME = Set.of("properties", "patternProperties", "dependentSchemas", "$defs");
    private static final Set<String> INTO_VALUE = Set.of(
            "properties",
            "patternProperties",
            "additionalProperties",
            "unevaluatedProperties",
            "items",
            "prefixItems",
            "additionalItems",
            "unevaluatedItems",
            "contains");
    private static final Set<String> CHOICES = Set.of("anyOf", "oneOf");

    private final JsonNode schema;

    /** @param schema the schema that the errors are about */
    SchemaProblems(JsonNode schema) {
        this.schema = schema;
    }

    /** A choice on the path to an error: its depth in the schema and in the value, and its alternatives. */
    private record Choice(int index, int depth, List<JsonNode> alternatives) {}

    List<Problem> of(List<Error> errors, JsonNode instance) {
        List<Problem> problems = problems(errors, 0, instance).distinct().toList();
        if (problems.size() <= Problem.MOST) {
            return problems;
        }
        boolean counted = errors.size() < Evaluation.MOST_ERRORS;
        List<Problem> first = new ArrayList<>(problems.subList(0, Problem.MOST - 1));
        first.add(new Problem(
                "",
                "there are %s%s more problems"
                        .formatted(counted ? "" : "at least ", problems.size() - Problem.MOST + 1)));
        return List.copyOf(first);
    }

    private Stream<Problem> problems(List<Error> errors, int from, JsonNode instance) {
        Map<List<Object>, List<Error>> groups = new LinkedHashMap<>();
        for (Error error : errors) {
            Choice choice = choice(error, from);
            List<Object> group = choice == null
                    ? List.of(groups.size())
                    : List.of(
                            elements(error.getEvaluationPath(), choice.index()),
                            elements(error.getInstanceLocation(), choice.depth()));
            groups.computeIfAbsent(group, none -> new ArrayList<>()).add(error);
        }
        return groups.values().stream().flatMap(group -> {
            Choice choice = choice(group.get(0), from);
            return choice == null
                    ? Stream.of(ProblemTexts.of(group.get(0), schema))
                    : ofChoice(group, choice, instance);
        });
    }

    /** The outermost choice at or behind a place in the error's path through the schema. */
    private @Nullable Choice choice(Error error, int from) {
        List<Object> path =
                elements(error.getEvaluationPath(), error.getEvaluationPath().getNameCount());
        JsonNode node = schema;
        int depth = 0;
        for (int i = 0; i < path.size(); i++) {
            String keyword = String.valueOf(path.get(i));
            if (CHOICES.contains(keyword) && i >= from) {
                return new Choice(i, depth, alternatives(node.path(keyword)));
            }
            depth += INTO_VALUE.contains(keyword) ? 1 : 0;
            JsonNode value = node.path(keyword);
            if (keyword.equals("$ref")) {
                node = SchemaTypes.resolved(node, schema);
            } else if ((BY_NAME.contains(keyword) || value.isArray()) && i + 1 < path.size()) {
                i++;
                node = value.isArray() ? value.path(index(path.get(i))) : value.path(String.valueOf(path.get(i)));
            } else {
                node = value;
            }
        }
        return null;
    }

    private List<JsonNode> alternatives(JsonNode choices) {
        return choices.valueStream()
                .map(alternative -> SchemaTypes.resolved(alternative, schema))
                .toList();
    }

    private Stream<Problem> ofChoice(List<Error> errors, Choice choice, JsonNode instance) {
        List<Object> place = elements(errors.get(0).getInstanceLocation(), choice.depth());
        String path = ProblemTexts.path(place);
        JsonNode value = at(instance, place);
        if (errors.stream().anyMatch(error -> isAmbiguous(error, choice))) {
            return Stream.of(new Problem(path, "must fit exactly one of the allowed forms, but fits several"));
        }
        List<Integer> fitting = IntStream.range(0, choice.alternatives().size())
                .filter(i -> SchemaTypes.allows(choice.alternatives().get(i), value))
                .boxed()
                .toList();
        if (fitting.isEmpty()) {
            return Stream.of(new Problem(path, ProblemTexts.wrongType(choice.alternatives(), value)));
        }
        String discriminator = value.isObject() ? discriminator(choice, fitting) : null;
        if (discriminator != null) {
            List<Integer> named = fitting.stream()
                    .filter(i -> constant(choice.alternatives().get(i), discriminator)
                            .equals(value.get(discriminator)))
                    .toList();
            if (named.isEmpty()) {
                return Stream.of(unknownKind(path, discriminator, choice, fitting, value));
            }
            fitting = named;
        }
        return ofAlternatives(errors, choice, fitting, path, instance);
    }

    private Stream<Problem> ofAlternatives(
            List<Error> errors, Choice choice, List<Integer> fitting, String path, JsonNode instance) {
        List<List<Problem>> problems = fitting.stream()
                .map(i -> problems(ofBranch(errors, choice, i), choice.index() + 1, instance)
                        .distinct()
                        .toList())
                .filter(found -> !found.isEmpty())
                .sorted(Comparator.comparingInt(List::size))
                .toList();
        if (problems.size() == 1) {
            return problems.get(0).stream();
        }
        String closest = problems.isEmpty()
                ? ""
                : "; for the closest one: "
                        + problems.get(0).stream()
                                .limit(3)
                                .map(Problem::toString)
                                .collect(Collectors.joining(", "));
        return Stream.of(new Problem(path, "fits none of the allowed forms" + closest));
    }

    private static boolean isAmbiguous(Error error, Choice choice) {
        return error.getEvaluationPath().getNameCount() == choice.index() + 1
                && error.getKeyword().equals("oneOf")
                && error.getArguments() != null
                && error.getArguments().length > 0
                && !String.valueOf(error.getArguments()[0]).equals("0");
    }

    private static List<Error> ofBranch(List<Error> errors, Choice choice, int branch) {
        return errors.stream()
                .filter(error -> error.getEvaluationPath().getNameCount() > choice.index() + 1)
                .filter(error -> index(error.getEvaluationPath().getElement(choice.index() + 1)) == branch)
                .toList();
    }

    /** The property whose constant distinguishes the alternatives. */
    private static @Nullable String discriminator(Choice choice, List<Integer> alternatives) {
        return choice.alternatives()
                .get(alternatives.get(0))
                .path("properties")
                .propertyStream()
                .map(Map.Entry::getKey)
                .filter(name -> alternatives.stream()
                        .noneMatch(i ->
                                constant(choice.alternatives().get(i), name).isMissingNode()))
                .findFirst()
                .orElse(null);
    }

    private static JsonNode constant(JsonNode alternative, String property) {
        return alternative.path("properties").path(property).path("const");
    }

    private static Problem unknownKind(
            String path, String discriminator, Choice choice, List<Integer> alternatives, JsonNode value) {
        String known = alternatives.stream()
                .map(i -> constant(choice.alternatives().get(i), discriminator).toString())
                .distinct()
                .collect(Collectors.joining(", "));
        String place = path.isEmpty() ? discriminator : path + "." + discriminator;
        JsonNode given = value.get(discriminator);
        return given == null
                ? new Problem(place, "is required; must be one of " + known)
                : new Problem(place, "must be one of %s, got %s".formatted(known, ProblemTexts.brief(given)));
    }

    private static JsonNode at(JsonNode instance, List<Object> place) {
        JsonNode node = instance;
        for (Object element : place) {
            node = node.isArray() ? node.path(index(element)) : node.path(String.valueOf(element));
        }
        return node;
    }

    private static int index(Object element) {
        return element instanceof Number number ? number.intValue() : Integer.parseInt(String.valueOf(element));
    }

    static List<Object> elements(NodePath path, int count) {
        return IntStream.range(0, Math.min(count, path.getNameCount()))
                .mapToObj(path::getElement)
                .toList();
    }
}

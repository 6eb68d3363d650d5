package io.mcpspring.validation;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import java.util.ArrayList;
import java.util.Arrays;
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

    private static final Set<String> BY_NAME =
            Set.of("properties", "patternProperties", "dependentSchemas", "dependencies", "$defs");
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
    static final Set<String> CHOICES = Set.of("anyOf", "oneOf");

    private final JsonNode schema;

    /** @param schema the schema that the errors are about */
    SchemaProblems(JsonNode schema) {
        this.schema = schema;
    }

    /**
     * An error, and where it is: read once, because errors inside nested choices are looked at for each of them.
     *
     * @param path its path through the schema
     * @param place its place in the value
     * @param choices the choices on the path, from the outside
     */
    private record Located(Error error, List<Object> path, List<Object> place, List<Choice> choices) {}

    /**
     * A choice on the path to an error.
     *
     * @param index its depth in the schema
     * @param depth its depth in the value
     */
    private record Choice(int index, int depth, JsonNode alternatives) {}

    List<Problem> of(List<Error> errors, JsonNode instance) {
        List<Located> located = errors.stream().map(this::located).toList();
        List<Problem> problems = problems(located, 0, instance).distinct().toList();
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

    private Located located(Error error) {
        List<Object> path = elements(error.getEvaluationPath());
        return new Located(error, path, elements(error.getInstanceLocation()), choices(path));
    }

    private List<Choice> choices(List<Object> path) {
        List<Choice> choices = new ArrayList<>();
        JsonNode node = schema;
        int depth = 0;
        for (int i = 0; i < path.size(); i++) {
            String keyword = String.valueOf(path.get(i));
            JsonNode value = node.path(keyword);
            if (CHOICES.contains(keyword)) {
                choices.add(new Choice(i, depth, value));
            }
            depth += INTO_VALUE.contains(keyword) ? 1 : 0;
            if (keyword.equals("$ref")) {
                node = SchemaTypes.resolved(node, schema);
            } else if ((BY_NAME.contains(keyword) || value.isArray()) && i + 1 < path.size()) {
                i++;
                node = value.isArray() ? value.path(index(path.get(i))) : value.path(String.valueOf(path.get(i)));
            } else {
                node = value;
            }
        }
        return choices;
    }

    /** @param decided the number of outer choices, which are the same for all of these errors */
    private Stream<Problem> problems(List<Located> errors, int decided, JsonNode instance) {
        Map<List<Object>, List<Located>> groups = new LinkedHashMap<>();
        for (Located error : errors) {
            groups.computeIfAbsent(group(error, decided, groups.size()), none -> new ArrayList<>())
                    .add(error);
        }
        return groups.values().stream()
                .flatMap(group -> group.get(0).choices().size() == decided
                        ? Stream.of(ProblemTexts.of(group.get(0).error(), schema))
                        : ofChoice(group, decided, instance));
    }

    /** Returns what the errors of the same choice at the same place have in common; otherwise the number alone. */
    private static List<Object> group(Located error, int decided, int number) {
        if (error.choices().size() == decided) {
            return List.of(number);
        }
        Choice choice = error.choices().get(decided);
        Choice outer = decided == 0 ? null : error.choices().get(decided - 1);
        return List.of(
                error.path().subList(outer == null ? 0 : outer.index(), choice.index()),
                error.place().subList(outer == null ? 0 : outer.depth(), choice.depth()));
    }

    private List<JsonNode> alternatives(Choice choice) {
        return choice.alternatives()
                .valueStream()
                .map(alternative -> SchemaTypes.resolved(alternative, schema))
                .toList();
    }

    private Stream<Problem> ofChoice(List<Located> errors, int decided, JsonNode instance) {
        Choice choice = errors.get(0).choices().get(decided);
        List<Object> place = errors.get(0).place().subList(0, choice.depth());
        String path = ProblemTexts.path(place);
        JsonNode value = at(instance, place);
        if (errors.stream().anyMatch(error -> isAmbiguous(error, choice))) {
            return Stream.of(new Problem(path, "must fit exactly one of the allowed forms, but fits several"));
        }
        List<JsonNode> alternatives = alternatives(choice);
        List<Integer> fitting = IntStream.range(0, alternatives.size())
                .filter(i -> SchemaTypes.allows(alternatives.get(i), value))
                .boxed()
                .toList();
        if (fitting.isEmpty()) {
            return Stream.of(new Problem(path, ProblemTexts.wrongType(alternatives, value)));
        }
        String discriminator = value.isObject() ? discriminator(alternatives, fitting) : null;
        if (discriminator != null) {
            List<Integer> named = fitting.stream()
                    .filter(i -> constant(alternatives.get(i), discriminator).equals(value.get(discriminator)))
                    .toList();
            if (named.isEmpty()) {
                return Stream.of(unknownKind(path, discriminator, alternatives, fitting, value));
            }
            fitting = named;
        }
        List<Integer> possible = fitting.stream()
                .filter(i -> !contradictsConstant(alternatives.get(i), value))
                .toList();
        return ofAlternatives(errors, decided, possible.isEmpty() ? fitting : possible, path, instance);
    }

    private Stream<Problem> ofAlternatives(
            List<Located> errors, int decided, List<Integer> fitting, String path, JsonNode instance) {
        List<List<Problem>> problems = fitting.stream()
                .map(i -> problems(ofBranch(errors, decided, i), decided + 1, instance)
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

    private static boolean isAmbiguous(Located located, Choice choice) {
        Error error = located.error();
        return located.path().size() == choice.index() + 1
                && error.getKeyword().equals("oneOf")
                && error.getArguments() != null
                && error.getArguments().length > 0
                && !String.valueOf(error.getArguments()[0]).equals("0");
    }

    private static List<Located> ofBranch(List<Located> errors, int decided, int branch) {
        int index = errors.get(0).choices().get(decided).index() + 1;
        return errors.stream()
                .filter(error -> error.path().size() > index)
                .filter(error -> index(error.path().get(index)) == branch)
                .toList();
    }

    /** The property whose constant distinguishes the alternatives. */
    private static @Nullable String discriminator(List<JsonNode> alternatives, List<Integer> fitting) {
        return alternatives
                .get(fitting.get(0))
                .path("properties")
                .propertyStream()
                .map(Map.Entry::getKey)
                .filter(name -> fitting.stream()
                        .noneMatch(i -> constant(alternatives.get(i), name).isMissingNode()))
                .findFirst()
                .orElse(null);
    }

    private static boolean contradictsConstant(JsonNode alternative, JsonNode value) {
        return alternative
                .path("properties")
                .propertyStream()
                .filter(property -> property.getValue().has("const") && value.has(property.getKey()))
                .anyMatch(property -> !property.getValue().get("const").equals(value.get(property.getKey())));
    }

    private static JsonNode constant(JsonNode alternative, String property) {
        return alternative.path("properties").path(property).path("const");
    }

    private static Problem unknownKind(
            String path, String discriminator, List<JsonNode> alternatives, List<Integer> fitting, JsonNode value) {
        String known = fitting.stream()
                .map(i -> constant(alternatives.get(i), discriminator).toString())
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

    static List<Object> elements(NodePath path) {
        Object[] elements = new Object[path.getNameCount()];
        // From the end, because a path refers to its parent.
        NodePath rest = path;
        for (int i = elements.length - 1; i >= 0; i--) {
            elements[i] = rest.getElement(i);
            rest = rest.getParent();
        }
        return Arrays.asList(elements);
    }
}

package io.mcpspring.validation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What the choices ({@code anyOf}, {@code oneOf}) of a schema mean for the evaluation of values.
 *
 * @param stepsForEachValue how many steps each value may take
 * @param discriminators names of properties that have a constant in several alternatives of a choice
 */
record SchemaChoices(int stepsForEachValue, Set<Object> discriminators) {

    /** The steps that a value may take in any case. */
    static final int MOST_STEPS = 10_000_000;

    /** Steps for every value, besides those for each value in it: a choice in a recursive schema can double them. */
    private static final int STEPS = 100_000;

    private static final int LEAST_STEPS = 200;

    /** A constant with a title takes three steps. */
    private static final int STEPS_FOR_EACH_ALTERNATIVE = 5;

    static SchemaChoices of(JsonNode schema) {
        int steps = LEAST_STEPS;
        Set<Object> discriminators = new HashSet<>();
        Deque<JsonNode> containers = new ArrayDeque<>();
        containers.push(schema);
        while (!containers.isEmpty()) {
            JsonNode container = containers.pop();
            for (String keyword : SchemaProblems.CHOICES) {
                JsonNode alternatives = container.path(keyword);
                steps = Math.max(steps, STEPS_FOR_EACH_ALTERNATIVE * alternatives.size());
                addDiscriminators(alternatives, schema, discriminators);
            }
            for (JsonNode inner : container) {
                if (inner.isContainer()) {
                    containers.push(inner);
                }
            }
        }
        return new SchemaChoices(steps, Set.copyOf(discriminators));
    }

    /** How many steps the evaluation of a value may take. */
    int steps(JsonNode value) {
        int steps = STEPS;
        Deque<JsonNode> containers = new ArrayDeque<>();
        containers.push(value);
        while (!containers.isEmpty() && steps < MOST_STEPS) {
            for (JsonNode inner : containers.pop()) {
                steps = Math.min(MOST_STEPS, steps + stepsForEachValue);
                if (inner.isContainer()) {
                    containers.push(inner);
                }
            }
        }
        return steps;
    }

    private static void addDiscriminators(JsonNode alternatives, JsonNode schema, Set<Object> discriminators) {
        Set<String> once = new HashSet<>();
        for (JsonNode alternative : alternatives) {
            for (Map.Entry<String, JsonNode> property :
                    SchemaTypes.resolved(alternative, schema).path("properties").properties()) {
                if (property.getValue().has("const") && !once.add(property.getKey())) {
                    discriminators.add(property.getKey());
                }
            }
        }
    }
}

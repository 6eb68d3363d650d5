package io.mcpspring.validation;

import io.mcpspring.memory.RequestMemory;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** One check of one value: the place that has been reached, and the problems so far. */
final class Checking {

    private static final Problem MORE = new Problem("", "there are more problems");

    private final @Nullable Conversion conversion;

    /** The memory of what values are converted to. */
    final RequestMemory memory;

    private final List<Object> place = new ArrayList<>(6);

    private List<Problem> problems = List.of();

    private int steps;

    /**
     * @param conversion converts values that do not fit; {@code null} if they are only checked
     * @param memory the memory of what values are converted to
     */
    Checking(@Nullable Conversion conversion, RequestMemory memory) {
        this.conversion = conversion;
        this.memory = memory;
    }

    boolean converts() {
        return conversion != null;
    }

    /** Whether the place is that of the whole value. */
    boolean isArguments() {
        return place.isEmpty();
    }

    JsonNode converted(JsonNode value, SchemaCheck check) {
        if (conversion == null) {
            return value;
        }
        JsonNode converted = value.isContainer() ? value : conversion.of(value, check, this);
        boolean single =
                !converted.isArray() && !converted.isNull() && OtherForms.allows(OtherForms.SINGLE, check.schema);
        return single ? JsonNodeFactory.instance.arrayNode().add(converted) : converted;
    }

    /** Whether a text at this place may hold an object or an array: arguments may, but not parts of them. */
    boolean mayBeDocument() {
        return place.size() == 1;
    }

    /** Checks the time after some values inside an array or an object. */
    void step() {
        if ((++steps & 63) == 0) {
            CheckingTime.check();
        }
    }

    void enter(Object step) {
        place.add(step);
    }

    void leave() {
        place.remove(place.size() - 1);
    }

    void report(String text) {
        CheckingTime.check();
        Problem problem = new Problem(ProblemTexts.path(place), text);
        if (problems.contains(problem)) {
            return;
        }
        if (problems.size() == Problem.MOST) {
            problems.set(Problem.MOST - 1, MORE);
            return;
        }
        problems = problems.isEmpty() ? new ArrayList<>() : problems;
        problems.add(problem);
    }

    /** Whether there are more problems than are reported. */
    boolean isFull() {
        return problems.contains(MORE);
    }

    void report(String member, String text) {
        enter(member);
        report(text);
        leave();
    }

    /** Checks a value at this place, up to {@link Problem#MOST} problems, without consequences. */
    JsonSchema.Accepted attempt(Check check, JsonNode value) {
        List<Problem> outer = problems;
        problems = List.of();
        JsonSchema.Accepted attempt = new JsonSchema.Accepted(check.accept(value, this), problems);
        problems = outer;
        return attempt;
    }
}

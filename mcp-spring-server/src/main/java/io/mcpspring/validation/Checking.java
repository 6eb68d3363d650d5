package io.mcpspring.validation;

import io.mcpspring.protocol.JsonLimits;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** One check of one value: the place that has been reached, and the problems so far. */
final class Checking {

    /** Sufficient for the problems that are reported. */
    private static final int MOST_PROBLEMS = 500;

    private final @Nullable Conversion conversion;

    private final List<Object> place = new ArrayList<>(6);

    private List<Problem> problems = new ArrayList<>(0);

    private int attempts;

    private int tokens;

    private int steps;

    /** Thrown when there are more problems than are counted. */
    @SuppressWarnings("serial")
    static final class Enough extends RuntimeException {

        Enough() {
            super(null, null, false, false);
        }
    }

    /**
     * A check of an alternative.
     *
     * @param accepted the value, or what it was converted to
     */
    record Attempt(JsonNode accepted, List<Problem> problems) {

        boolean fits() {
            return problems.isEmpty();
        }
    }

    /** @param conversion converts values that do not fit; {@code null} if they are only checked */
    Checking(@Nullable Conversion conversion) {
        this.conversion = conversion;
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
        boolean single = !converted.isArray() && !converted.isNull() && OtherForms.allowsSingle(check.schema());
        return single ? JsonNodeFactory.instance.arrayNode().add(converted) : converted;
    }

    /** Whether a text at this place may hold an object or an array: arguments may, but not parts of them. */
    boolean mayBeDocument() {
        return place.size() == 1;
    }

    /** Counts the tokens of a document that a text holds; the documents of one value together have the limit of one. */
    boolean mayRead(int moreTokens, JsonLimits limits) {
        tokens += moreTokens;
        return tokens <= limits.maxTokens();
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
        add(new Problem(ProblemTexts.path(place), text));
    }

    void report(String member, String text) {
        enter(member);
        report(text);
        leave();
    }

    void addAll(List<Problem> more) {
        more.forEach(this::add);
    }

    private void add(Problem problem) {
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(problem);
        } else if (attempts == 0) {
            throw new Enough();
        }
    }

    /** Checks a value at this place, without consequences. */
    Attempt attempt(Check check, JsonNode value) {
        List<Problem> outer = problems;
        problems = new ArrayList<>();
        attempts++;
        try {
            return new Attempt(check.accept(value, this), problems);
        } finally {
            attempts--;
            problems = outer;
        }
    }

    /** Returns the problems, up to {@link Problem#MOST}; further ones are counted. */
    List<Problem> problems() {
        if (problems.isEmpty()) {
            return List.of();
        }
        List<Problem> all = new ArrayList<>(problems.stream().distinct().toList());
        int others = all.size() - Problem.MOST + 1;
        if (others > 1) {
            all.subList(Problem.MOST - 1, all.size()).clear();
            String least = problems.size() < MOST_PROBLEMS ? "" : "at least ";
            all.add(new Problem("", "there are %s%s more problems".formatted(least, others)));
        }
        return all;
    }
}

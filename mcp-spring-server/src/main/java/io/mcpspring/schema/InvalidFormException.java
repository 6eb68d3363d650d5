package io.mcpspring.schema;

import io.mcpspring.Internal;
import io.mcpspring.validation.Problem;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reports that an answer does not fit its form. The message has one line for each problem: the place, the expected
 * value and the received value.
 */
@SuppressWarnings("serial")
@Internal
public final class InvalidFormException extends RuntimeException {

    private final transient List<Problem> problems;

    InvalidFormException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")), null, false, false);
        this.problems = List.copyOf(problems);
    }

    /** The problems; never empty. */
    public List<Problem> problems() {
        return problems;
    }
}

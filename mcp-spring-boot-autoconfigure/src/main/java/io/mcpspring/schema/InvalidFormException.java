package io.mcpspring.schema;

import io.mcpspring.validation.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** Says what is wrong with a form that was filled in, one problem a line: where, what was expected and what came. */
@SuppressWarnings("serial")
public final class InvalidFormException extends RuntimeException {

    private final transient List<Problem> problems;

    InvalidFormException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")), null, false, false);
        this.problems = List.copyOf(problems);
    }

    /** What is wrong; never empty. */
    public List<Problem> problems() {
        return problems;
    }
}

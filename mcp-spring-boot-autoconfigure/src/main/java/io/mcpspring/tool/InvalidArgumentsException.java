package io.mcpspring.tool;

import io.mcpspring.validation.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** Lists the problems of arguments, one per line, for a language model that corrects them. */
@SuppressWarnings("serial")
final class InvalidArgumentsException extends RuntimeException {

    private final transient List<Problem> problems;

    InvalidArgumentsException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")), null, false, false);
        this.problems = List.copyOf(problems);
    }

    List<Problem> problems() {
        return problems;
    }
}

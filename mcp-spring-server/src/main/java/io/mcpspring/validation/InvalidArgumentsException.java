package io.mcpspring.validation;

import io.mcpspring.Internal;
import java.util.List;
import java.util.stream.Collectors;

/** Lists the problems of the arguments, one per line, so that a language model can correct them. */
@Internal
@SuppressWarnings("serial")
public final class InvalidArgumentsException extends RuntimeException {

    private final transient List<Problem> problems;

    public InvalidArgumentsException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")), null, false, false);
        this.problems = List.copyOf(problems);
    }

    public List<Problem> problems() {
        return problems;
    }
}

package io.mcpspring.lifecycle;

import io.mcpspring.method.McpMethodException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Analyzes a {@link McpMethodException}: describes the methods that cannot be offered and how to correct them. */
final class McpMethodFailureAnalyzer extends AbstractFailureAnalyzer<McpMethodException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, McpMethodException cause) {
        List<McpMethodException> all = all(cause).toList();
        String problems = listed(all, McpMethodFailureAnalyzer::describe);
        return new FailureAnalysis(problems, listed(all, McpMethodException::cure), cause);
    }

    private static Stream<McpMethodException> all(McpMethodException first) {
        Stream<McpMethodException> others = Arrays.stream(first.getSuppressed())
                .flatMap(other -> other instanceof McpMethodException refused ? all(refused) : Stream.empty());
        return Stream.concat(Stream.of(first), others);
    }

    private static String describe(McpMethodException refused) {
        return "Method '%s' of bean class '%s' cannot be offered to MCP clients.%n%n%s"
                .formatted(refused.method(), refused.className(), refused.reason());
    }

    private static String listed(List<McpMethodException> all, Function<McpMethodException, String> text) {
        String line = System.lineSeparator();
        return all.size() == 1
                ? text.apply(all.get(0))
                : IntStream.range(0, all.size())
                        .mapToObj(i ->
                                "%d. %s".formatted(i + 1, text.apply(all.get(i)).replaceAll("\\R+", line + "   ")))
                        .collect(Collectors.joining(line));
    }
}

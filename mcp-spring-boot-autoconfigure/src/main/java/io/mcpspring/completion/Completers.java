package io.mcpspring.completion;

import io.mcpspring.Internal;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.validation.Quoted;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is proposed for which argument. Complete once the application's singletons exist. */
@Internal
public final class Completers {

    private final Function<String, @Nullable Map<String, List<String>>> prompts;

    private final Function<String, @Nullable Map<String, List<String>>> templates;

    private volatile Map<Subject, Completer> bySubject = Map.of();

    /**
     * @param prompts the arguments of a prompt with the values that their types tell, or {@code null}
     * @param templates the same for the variables of a resource template
     */
    public Completers(
            Function<String, @Nullable Map<String, List<String>>> prompts,
            Function<String, @Nullable Map<String, List<String>>> templates) {
        this.prompts = prompts;
        this.templates = templates;
    }

    @Nullable
    Completer find(Subject subject) {
        return bySubject.get(subject);
    }

    /**
     * The values that an argument's type tells; empty if it tells none.
     *
     * @throws McpProtocolException -32602 if there is no such argument
     */
    List<String> values(Subject subject) {
        Map<String, List<String>> arguments =
                (subject.type().equals(Subject.PROMPT) ? prompts : templates).apply(subject.key());
        List<String> values = arguments == null ? null : arguments.get(subject.argument());
        if (values == null) {
            throw McpProtocolException.invalidParams("There is no argument '" + Quoted.of(subject.argument()) + "' of '"
                    + Quoted.of(subject.key()) + "'");
        }
        return values;
    }

    void start(Map<Subject, Completer> all) {
        this.bySubject = Map.copyOf(all);
    }
}

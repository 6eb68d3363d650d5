package io.mcpspring.completion;

import io.mcpspring.method.Invocable;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.TextArguments;
import io.mcpspring.protocol.CompleteResult;
import io.mcpspring.protocol.Completion;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.validation.Quoted;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * Proposes values for an argument.
 *
 * @param method proposes values; {@code null} if these are the ones that the type of the argument defines
 * @param values the values that the type of the argument defines
 */
record Completer(ArgumentReference reference, @Nullable CompletionMethod method, List<String> values)
        implements Invocable<TypedValue, CompleteResult> {

    /** Returns the error for an argument that does not exist, or whose entry the caller must not know. */
    static McpProtocolException unknown(ArgumentReference reference) {
        return McpProtocolException.invalidParams("There is no argument '" + Quoted.of(reference.argument()) + "' of '"
                + Quoted.of(reference.key()) + "'");
    }

    @Override
    public McpInvocation.Kind kind() {
        return McpInvocation.Kind.COMPLETION;
    }

    @Override
    public String describe() {
        return "Completion of " + reference;
    }

    @Override
    public ObjectNode arguments(TypedValue input) {
        return TextArguments.json(input.others()).put(reference.argument(), input.text());
    }

    @Override
    public TypedValue input(ObjectNode arguments, TypedValue before) {
        Map<String, String> others = TextArguments.of(arguments);
        String text = others.remove(reference.argument());
        return new TypedValue(text == null ? "" : text, others);
    }

    @Override
    public Mono<CompleteResult> run(Invocation<TypedValue, CompleteResult> invocation) {
        return method == null
                ? Mono.just(new CompleteResult(startingWith(invocation.input().text())))
                : method.call().run(invocation);
    }

    @Override
    public McpProtocolException unknown(Invocation<TypedValue, CompleteResult> invocation) {
        return unknown(reference);
    }

    private Completion startingWith(String text) {
        // A text that is longer than a value is not read.
        return Completion.of(values.stream()
                .filter(value -> value.regionMatches(true, 0, text, 0, text.length()))
                .toList());
    }

    @Override
    public CompleteResult result(@Nullable Object value, Invocation<TypedValue, CompleteResult> invocation) {
        return new CompleteResult(Objects.requireNonNull(method).completion(value));
    }
}

package io.mcpspring.prompt;

import io.mcpspring.entry.RegisteredEntry;
import io.mcpspring.entry.Registration;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.TextArgument;
import io.mcpspring.method.TextArguments;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.PromptArgument;
import io.mcpspring.validation.InvalidArgumentsException;
import io.mcpspring.validation.Quoted;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * A prompt that is ready to be used.
 *
 * @param textArguments the arguments by their names
 * @param open whether other arguments are accepted
 * @param call the method, ready to be called
 */
record RegisteredPrompt(
        Registration<Prompt> registration,
        Map<String, TextArgument> textArguments,
        boolean open,
        BoundMethod<Map<String, String>> call)
        implements RegisteredEntry<Prompt, Map<String, String>, GetPromptResult> {

    /** Returns the error for a prompt that does not exist, or that the caller must not know. */
    static McpProtocolException unknown(String name) {
        return McpProtocolException.invalidParams("No prompt named '" + Quoted.of(name) + "'");
    }

    @Override
    public ObjectNode arguments(Map<String, String> input) {
        return TextArguments.json(input);
    }

    @Override
    public Map<String, String> input(ObjectNode json, Map<String, String> before) {
        return accept(json);
    }

    Map<String, String> accept(ObjectNode json) {
        return TextArguments.accepted(TextArguments.of(json), textArguments);
    }

    @Override
    public Mono<GetPromptResult> run(Invocation<Map<String, String>, GetPromptResult> invocation) {
        check(invocation.input());
        return call.run(invocation);
    }

    @Override
    public GetPromptResult result(@Nullable Object value, Invocation<Map<String, String>, GetPromptResult> invocation) {
        return PromptMessages.of(value, definition().description());
    }

    @Override
    public @Nullable GetPromptResult failure(
            Throwable failure, Invocation<Map<String, String>, GetPromptResult> invocation) {
        if (failure instanceof InvalidArgumentsException invalid) {
            throw McpProtocolException.invalidParams(
                    "Invalid arguments for prompt '" + key() + "':\n" + invalid.getMessage());
        }
        return null;
    }

    @Override
    public McpProtocolException unknown(Invocation<Map<String, String>, GetPromptResult> invocation) {
        return unknown(key());
    }

    private void check(Map<String, String> arguments) {
        for (PromptArgument argument : definition().arguments()) {
            if (argument.required() && !arguments.containsKey(argument.name())) {
                throw McpProtocolException.invalidParams("Argument '" + argument.name() + "' is missing");
            }
        }
        for (String name : arguments.keySet()) {
            if (!open && !textArguments.containsKey(name)) {
                throw McpProtocolException.invalidParams("Prompt '" + key() + "' has no argument '" + Quoted.of(name)
                        + "'" + (textArguments.isEmpty() ? "" : ", only " + String.join(", ", textArguments.keySet())));
            }
        }
    }
}

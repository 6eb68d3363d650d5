package io.mcpspring.prompt;

import io.mcpspring.content.ResultRules;
import io.mcpspring.entry.Guard;
import io.mcpspring.entry.Registry;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.CallLimits;
import io.mcpspring.method.Invocable;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.TextArguments;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.PromptArgument;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.validation.InvalidArgumentsException;
import io.mcpspring.validation.Quoted;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/**
 * A prompt that is ready to be used.
 *
 * @param definition the definition as clients of the newest revision see it
 * @param guard decides who sees and uses the prompt
 * @param limits limits of its use
 * @param rendered the definition as each revision has it, written in advance
 * @param values the values of the arguments whose types define them, by name
 * @param resultRules what results may contain
 * @param method the method of the application
 * @param call the same, ready to be called
 */
record RegisteredPrompt(
        Prompt definition,
        Guard guard,
        CallLimits limits,
        Map<ProtocolVersion, JsonValue> rendered,
        Map<String, List<String>> values,
        ResultRules resultRules,
        BeanMethod method,
        BoundMethod<Map<String, String>> call)
        implements Registry.Entry, Invocable<Map<String, String>, GetPromptResult> {

    /** Returns the error for a prompt that does not exist, or that the caller must not know. */
    static McpProtocolException unknown(String name) {
        return McpProtocolException.invalidParams("No prompt named '" + Quoted.of(name) + "'");
    }

    @Override
    public String key() {
        return definition.name();
    }

    @Override
    public Map<String, String> limitsByName() {
        Map<String, String> all = limits.byName();
        all.put("maxSize", Integer.toString(resultRules.binary().maxBytes()));
        return all;
    }

    @Override
    public McpInvocation.Kind kind() {
        return McpInvocation.Kind.PROMPT;
    }

    @Override
    public Class<GetPromptResult> resultType() {
        return GetPromptResult.class;
    }

    @Override
    public String describe() {
        return "Prompt '" + key() + "'";
    }

    @Override
    public Object published() {
        return definition;
    }

    @Override
    public ObjectNode arguments(Map<String, String> input) {
        return TextArguments.json(input);
    }

    @Override
    public Map<String, String> input(ObjectNode arguments, Map<String, String> before) {
        return TextArguments.of(arguments);
    }

    @Override
    public Mono<GetPromptResult> run(Invocation<Map<String, String>, GetPromptResult> invocation) {
        check(invocation.input());
        return call.run(invocation);
    }

    @Override
    public GetPromptResult result(@Nullable Object value, Invocation<Map<String, String>, GetPromptResult> invocation) {
        return PromptMessages.of(value, definition.description());
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
        for (PromptArgument argument : definition.arguments()) {
            if (argument.required() && !arguments.containsKey(argument.name())) {
                throw McpProtocolException.invalidParams("Argument '" + argument.name() + "' is missing");
            }
        }
        List<String> known =
                definition.arguments().stream().map(PromptArgument::name).toList();
        for (String name : arguments.keySet()) {
            if (!known.contains(name)) {
                throw McpProtocolException.invalidParams("Prompt '" + key() + "' has no argument '" + Quoted.of(name)
                        + "'" + (known.isEmpty() ? "" : ", only " + String.join(", ", known)));
            }
        }
    }
}

package io.mcpspring.prompt;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.JsonValue;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.Prompt;
import io.mcpspring.protocol.PromptArgument;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.validation.Quoted;
import java.util.List;
import java.util.Map;
import reactor.core.publisher.Mono;

/**
 * A prompt that is ready to be used.
 *
 * @param definition what clients of the newest revision see
 * @param rendered the definition as each revision knows it, written beforehand
 * @param values the values of arguments whose types tell them, by name
 * @param method the method behind it
 * @param call the same, ready to be called
 */
record RegisteredPrompt(
        Prompt definition,
        Map<ProtocolVersion, JsonValue> rendered,
        Map<String, List<String>> values,
        BeanMethod method,
        BoundMethod<Map<String, String>> call)
        implements Registry.Entry {

    @Override
    public String key() {
        return definition.name();
    }

    Mono<GetPromptResult> get(Map<String, String> arguments, Exchange exchange) {
        check(arguments);
        return call.answer(
                arguments,
                exchange,
                value -> PromptProjection.of(PromptMessages.of(value, definition.description()), exchange.version()));
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

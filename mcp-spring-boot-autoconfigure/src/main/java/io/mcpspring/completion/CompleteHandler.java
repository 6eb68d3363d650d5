package io.mcpspring.completion;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.CompleteResult;
import io.mcpspring.protocol.Completion;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import io.mcpspring.validation.Quoted;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code completion/complete}. */
final class CompleteHandler implements McpRequestHandler<CompleteHandler.Params> {

    record Params(Subject subject, Typing typing) {}

    private final CompletionFeature completion;

    CompleteHandler(CompletionFeature completion) {
        this.completion = completion;
    }

    @Override
    public String method() {
        return "completion/complete";
    }

    @Override
    public boolean isOffered() {
        return completion.isOffered();
    }

    @Override
    public Params params(ObjectNode params) {
        JsonNode ref = params.path("ref");
        String type = RequestParams.text(ref, "type", "'ref.type'");
        String key = switch (type) {
            case Subject.PROMPT -> RequestParams.text(ref, "name", "'ref.name'");
            case Subject.RESOURCE -> RequestParams.text(ref, "uri", "'ref.uri'");
            default -> throw McpProtocolException.invalidParams("'ref.type' must be 'ref/prompt' or 'ref/resource'");
        };
        JsonNode argument = params.path("argument");
        return new Params(
                new Subject(type, key, RequestParams.text(argument, "name", "'argument.name'")),
                new Typing(RequestParams.text(argument, "value", "'argument.value'"), settled(params.path("context"))));
    }

    private static Map<String, String> settled(JsonNode context) {
        JsonNode arguments = context.path("arguments");
        if (!isObjectIfAny(context) || !isObjectIfAny(arguments)) {
            throw McpProtocolException.invalidParams("'context' and 'context.arguments' must be objects");
        }
        Map<String, String> settled = new LinkedHashMap<>();
        arguments.forEachEntry((name, value) -> {
            if (!value.isString()) {
                throw McpProtocolException.invalidParams(
                        "'context.arguments." + Quoted.of(name) + "' must be a string");
            }
            settled.put(name, value.stringValue());
        });
        return settled;
    }

    private static boolean isObjectIfAny(JsonNode json) {
        return json.isObject() || json.isNull() || json.isMissingNode();
    }

    @Override
    public Mono<? extends McpResult> handle(Params params, Exchange exchange) {
        Subject subject = params.subject();
        List<String> values = completion.values(subject);
        if (values == null) {
            throw McpProtocolException.invalidParams("There is no argument '" + Quoted.of(subject.argument()) + "' of '"
                    + Quoted.of(subject.key()) + "'");
        }
        Completer completer = completion.completer(subject);
        Mono<Completion> proposed = completer == null
                ? Mono.just(beginning(params.typing().value(), values))
                : completer.complete(params.typing(), exchange);
        return proposed.map(CompleteResult::new);
    }

    private static Completion beginning(String typed, List<String> values) {
        String start = typed.toLowerCase(Locale.ROOT);
        return Completion.of(values.stream()
                .filter(value -> value.toLowerCase(Locale.ROOT).startsWith(start))
                .toList());
    }
}

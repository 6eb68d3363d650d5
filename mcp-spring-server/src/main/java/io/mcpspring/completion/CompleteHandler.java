package io.mcpspring.completion;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.Invocations;
import io.mcpspring.method.TextArguments;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code completion/complete}. */
final class CompleteHandler implements McpRequestHandler {

    private final CompletionFeature completion;

    private final Invocations invocations;

    CompleteHandler(CompletionFeature completion, Invocations invocations) {
        this.completion = completion;
        this.invocations = invocations;
    }

    @Override
    public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
        ArgumentReference reference = reference(params);
        String text = RequestParams.text(params.path("argument"), "value", "'argument.value'");
        TypedValue typed = new TypedValue(text, others(params.path("context")));
        return completion
                .entries(reference)
                .admit(reference.key(), exchange, () -> Completer.unknown(reference))
                .then(Mono.defer(() -> {
                    Completer completer = completion.completer(reference);
                    return completer == null
                            ? Mono.error(Completer.unknown(reference))
                            : invocations.invoke(completer, reference.key(), typed, exchange);
                }));
    }

    private static ArgumentReference reference(ObjectNode params) {
        JsonNode ref = params.path("ref");
        String type = RequestParams.text(ref, "type", "'ref.type'");
        String key = switch (type) {
            case ArgumentReference.PROMPT -> RequestParams.text(ref, "name", "'ref.name'");
            case ArgumentReference.RESOURCE -> RequestParams.text(ref, "uri", "'ref.uri'");
            default -> throw McpProtocolException.invalidParams("'ref.type' must be 'ref/prompt' or 'ref/resource'");
        };
        return new ArgumentReference(type, key, RequestParams.text(params.path("argument"), "name", "'argument.name'"));
    }

    private static Map<String, String> others(JsonNode context) {
        JsonNode arguments = context.path("arguments");
        if (!isObjectIfAny(context) || !isObjectIfAny(arguments)) {
            throw McpProtocolException.invalidParams("'context' and 'context.arguments' must be objects");
        }
        return TextArguments.of(arguments, "'context.arguments.%s' must be a string");
    }

    private static boolean isObjectIfAny(JsonNode json) {
        return json.isObject() || json.isNull() || json.isMissingNode();
    }
}

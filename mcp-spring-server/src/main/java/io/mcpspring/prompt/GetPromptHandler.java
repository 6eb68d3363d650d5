package io.mcpspring.prompt;

import io.mcpspring.entry.Registry;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.Invocations;
import io.mcpspring.method.TextArguments;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code prompts/get}. */
final class GetPromptHandler implements McpRequestHandler<GetPromptHandler.Params> {

    record Params(String name, Map<String, String> arguments) {}

    private final Registry<?, RegisteredPrompt> prompts;

    private final Invocations invocations;

    GetPromptHandler(Registry<?, RegisteredPrompt> prompts, Invocations invocations) {
        this.prompts = prompts;
        this.invocations = invocations;
    }

    @Override
    public Params params(ObjectNode params) {
        String name = RequestParams.text(params, "name");
        return new Params(name, TextArguments.of(RequestParams.optionalObject(params, "arguments")));
    }

    @Override
    public Mono<? extends McpResult> handle(Params params, Exchange exchange) {
        return prompts.admit(prompts.find(params.name()), exchange, () -> RegisteredPrompt.unknown(params.name()))
                .flatMap(prompt -> invocations.invoke(prompt, prompt.key(), params.arguments(), exchange))
                .map(result -> PromptProjection.of(result, exchange.version()));
    }
}

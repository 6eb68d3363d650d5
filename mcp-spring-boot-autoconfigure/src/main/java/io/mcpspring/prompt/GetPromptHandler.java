package io.mcpspring.prompt;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.listing.Registry;
import io.mcpspring.method.Invocations;
import io.mcpspring.method.TextArguments;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import io.mcpspring.validation.Quoted;
import java.util.Map;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code prompts/get}. */
final class GetPromptHandler implements McpRequestHandler<GetPromptHandler.Params> {

    record Params(String name, Map<String, String> arguments) {}

    private final Registry<RegisteredPrompt> prompts;

    private final Invocations invocations;

    GetPromptHandler(Registry<RegisteredPrompt> prompts, Invocations invocations) {
        this.prompts = prompts;
        this.invocations = invocations;
    }

    @Override
    public String method() {
        return "prompts/get";
    }

    @Override
    public boolean isOffered() {
        return !prompts.isEmpty();
    }

    @Override
    public Params params(ObjectNode params) {
        String name = RequestParams.text(params, "name");
        return new Params(name, TextArguments.of(RequestParams.optionalObject(params, "arguments")));
    }

    @Override
    public Mono<? extends McpResult> handle(Params params, Exchange exchange) {
        RegisteredPrompt prompt = prompts.find(params.name());
        if (prompt == null) {
            throw McpProtocolException.invalidParams("No prompt named '" + Quoted.of(params.name()) + "'");
        }
        return invocations
                .invoke(prompt, prompt.key(), params.arguments(), exchange)
                .map(result -> PromptProjection.of(result, exchange.version()));
    }
}

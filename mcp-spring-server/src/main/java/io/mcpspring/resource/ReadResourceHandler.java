package io.mcpspring.resource;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.method.Invocations;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.RequestParams;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code resources/read}. */
final class ReadResourceHandler implements McpRequestHandler<String> {

    private final Addresses resources;

    private final Invocations invocations;

    ReadResourceHandler(Addresses resources, Invocations invocations) {
        this.resources = resources;
        this.invocations = invocations;
    }

    @Override
    public String params(ObjectNode params) {
        return RequestParams.text(params, "uri");
    }

    @Override
    public Mono<? extends McpResult> handle(String uri, Exchange exchange) {
        return resources
                .admit(uri, exchange)
                .flatMap(match -> invocations.invoke(match.resource(), uri, match.request(), exchange))
                .map(result -> ResourceProjection.of(result, exchange.version()));
    }
}

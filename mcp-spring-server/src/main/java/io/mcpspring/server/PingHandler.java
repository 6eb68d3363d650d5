package io.mcpspring.server;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.McpResult;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code ping}, in the legacy era. */
final class PingHandler implements McpRequestHandler<ObjectNode> {

    @Override
    public ObjectNode params(ObjectNode params) {
        return params;
    }

    @Override
    public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
        return Mono.just(new EmptyResult());
    }
}

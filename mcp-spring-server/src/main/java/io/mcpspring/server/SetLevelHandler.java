package io.mcpspring.server;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code logging/setLevel}, in the legacy era. */
final class SetLevelHandler implements McpRequestHandler {

    @Override
    public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
        LoggingLevel level = LoggingLevel.of(RequestParams.text(params, "level"))
                .orElseThrow(() -> McpProtocolException.invalidParams(
                        "'level' must be one of debug, info, notice, warning, error, critical, alert, emergency"));
        exchange.context().channel().session().orElseThrow().logLevel(level);
        return Mono.just(new EmptyResult());
    }
}

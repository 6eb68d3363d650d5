package io.mcpspring.session;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.McpRequestHandler;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code logging/setLevel}, in the legacy era. */
@Internal
public final class SetLevelHandler implements McpRequestHandler<LoggingLevel> {

    @Override
    public String method() {
        return "logging/setLevel";
    }

    @Override
    public LoggingLevel params(ObjectNode params) {
        return LoggingLevel.of(params.path("level").asString(""))
                .orElseThrow(() -> McpProtocolException.invalidParams(
                        "level must be one of debug, info, notice, warning, error, critical," + " alert, emergency"));
    }

    @Override
    public Mono<? extends McpResult> handle(LoggingLevel level, Exchange exchange) {
        OpenSession session = LegacyChannel.session(exchange)
                .orElseThrow(() -> new McpProtocolException(
                        JsonRpcError.METHOD_NOT_FOUND, "There are no log levels: the server issues no session ids"));
        session.logLevel(level);
        return Mono.just(new EmptyResult());
    }
}

package io.mcpspring.server;

import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** {@code logging/setLevel}, in the legacy era. */
final class SetLevelHandler implements McpRequestHandler<LoggingLevel> {

    @Override
    public LoggingLevel params(ObjectNode params) {
        return LoggingLevel.of(RequestParams.text(params, "level"))
                .orElseThrow(() -> McpProtocolException.invalidParams(
                        "'level' must be one of debug, info, notice, warning, error, critical, alert, emergency"));
    }

    @Override
    public Mono<? extends McpResult> handle(LoggingLevel level, Exchange exchange) {
        ClientChannel.Session session = exchange.context()
                .channel()
                .session()
                .orElseThrow(() -> new McpProtocolException(
                        JsonRpcError.METHOD_NOT_FOUND,
                        "Log levels require a session, but the server does not issue session ids"));
        session.logLevel(level);
        return Mono.just(new EmptyResult());
    }
}

package io.mcpspring.http;

import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.LoggingLevel;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/**
 * The channel of a modern request, and of a GET, for which rules are asked. The client does not accept requests of the
 * server: in the modern era questions are part of the result.
 */
record StatelessChannel(boolean acceptsStream, Optional<LoggingLevel> logLevel) implements ClientChannel {

    @Override
    public Mono<JsonNode> ask(InputRequest question, Consumer<JsonRpcMessage> stream) {
        return Mono.error(new IllegalStateException("The client does not accept requests"));
    }
}

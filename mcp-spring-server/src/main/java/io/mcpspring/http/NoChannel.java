package io.mcpspring.http;

import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.LoggingLevel;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The channel of a stream on which a client listens: rules that are asked for it cannot reach the client. */
enum NoChannel implements ClientChannel {
    INSTANCE;

    @Override
    public boolean acceptsStream() {
        return false;
    }

    @Override
    public Optional<LoggingLevel> logLevel() {
        return Optional.empty();
    }

    @Override
    public Mono<JsonNode> ask(InputRequest question, Consumer<JsonRpcMessage> stream) {
        return Mono.error(new IllegalStateException("The client has sent no request that could ask it"));
    }

    @Override
    public void closeStream(Duration retryAfter) {
        // There is no stream of a request.
    }
}

package io.mcpspring.session;

import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.LoggingLevel;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Requests of clients without a session: they cannot be cancelled by id, and the server cannot ask their clients. */
final class SessionlessScope implements RequestScope {

    @Override
    public boolean start(RunningRequest request) {
        return true;
    }

    @Override
    public void finish(RunningRequest request) {
        // Nothing was registered.
    }

    @Override
    public ClientChannel channel(ReplyStream stream, boolean acceptsStream) {
        return new Channel(acceptsStream);
    }

    private record Channel(boolean acceptsStream) implements ClientChannel {

        @Override
        public Optional<LoggingLevel> logLevel() {
            return Optional.empty();
        }

        @Override
        public Mono<JsonNode> ask(InputRequest question, Consumer<JsonRpcMessage> client) {
            return Mono.error(new McpClientCapabilityException(
                    "The client cannot be asked: the server does not issue session ids"));
        }

        @Override
        public void closeStream(Duration retryAfter) {
            // Without a session the client could not resume the stream.
        }
    }
}

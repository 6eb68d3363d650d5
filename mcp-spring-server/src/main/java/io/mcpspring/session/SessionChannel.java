package io.mcpspring.session;

import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.LoggingLevel;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The channel to a legacy client with a session, on the stream of its request. */
record SessionChannel(OpenSession open, ReplyStream stream, boolean acceptsStream) implements ClientChannel {

    @Override
    public Optional<LoggingLevel> logLevel() {
        return Optional.of(open.logLevel());
    }

    @Override
    public Optional<ClientChannel.Session> session() {
        return Optional.of(open);
    }

    @Override
    public Mono<JsonNode> ask(InputRequest question, Consumer<JsonRpcMessage> client) {
        return acceptsStream
                ? open.questions().ask(question, client)
                : Mono.error(new McpClientCapabilityException(
                        "The client cannot be asked: it does not accept text/event-stream"));
    }

    @Override
    public void sendAfterwards(JsonRpcNotification notification) {
        open.send(notification);
    }

    @Override
    public void closeStream(Duration retryAfter) {
        if (acceptsStream) {
            stream.closeConnection(retryAfter);
        }
    }
}

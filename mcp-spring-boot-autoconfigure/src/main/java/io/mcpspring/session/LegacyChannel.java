package io.mcpspring.session;

import io.mcpspring.exchange.ClientChannel;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.LoggingLevel;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/**
 * The way back to a legacy client, on the stream of its own request.
 *
 * @param session what is remembered of the session; {@code null} where there are no session ids
 */
record LegacyChannel(@Nullable OpenSession session, LegacyStream stream, boolean acceptsStream)
        implements ClientChannel {

    /** The session that a request belongs to; empty where there are no session ids. */
    static Optional<OpenSession> session(Exchange exchange) {
        return exchange.context().channel() instanceof LegacyChannel channel
                ? Optional.ofNullable(channel.session)
                : Optional.empty();
    }

    @Override
    public Optional<LoggingLevel> logLevel() {
        return Optional.ofNullable(session).map(OpenSession::logLevel);
    }

    @Override
    public Mono<JsonNode> ask(InputRequest question, Consumer<JsonRpcMessage> to) {
        if (session == null || !acceptsStream) {
            return Mono.error(new McpClientCapabilityException(
                    session == null
                            ? "The client cannot be asked: the server issues no session ids"
                            : "The client cannot be asked: it accepts no text/event-stream"));
        }
        return session.ask(question, to);
    }

    @Override
    public void sendAfterwards(JsonRpcNotification notification) {
        if (session != null) {
            session.send(notification);
        }
    }

    @Override
    public void closeStream(Duration retryAfter) {
        if (acceptsStream) {
            stream.closeConnection(retryAfter);
        }
    }
}

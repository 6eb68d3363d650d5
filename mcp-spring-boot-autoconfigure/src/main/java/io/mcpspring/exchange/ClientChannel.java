package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The way to the client while its request is served; each era has its own. */
@Internal
public interface ClientChannel {

    /** What a legacy session remembers between the requests of its client. */
    interface Session {

        /** Identifies the session on all instances of the server. */
        String key();

        /** Sets the lowest level at which the client gets log messages. */
        void logLevel(LoggingLevel level);

        /**
         * Notifies the client of events with this topic from now on.
         *
         * @throws McpProtocolException if the session, or all sessions together, have too many subscriptions
         */
        void subscribe(String topic);

        void unsubscribe(String topic);
    }

    /** Whether messages can be sent before the response. */
    boolean acceptsStream();

    /** The lowest level at which the client wants log messages, if it wants any. */
    Optional<LoggingLevel> logLevel();

    /**
     * Asks the client by a request of the server.
     *
     * @param stream sends messages on the stream of the client's own request
     * @return the client's result, or a {@link McpClientCapabilityException}
     */
    Mono<JsonNode> ask(InputRequest question, Consumer<JsonRpcMessage> stream);

    /** Sends a notification after the response, if the client has a stream for messages that belong to no request. */
    default void sendAfterwards(JsonRpcNotification notification) {
        // Without a session, no stream is left.
    }

    /** The client's session; empty in the modern era, and where the server does not issue session ids. */
    default Optional<Session> session() {
        return Optional.empty();
    }

    /** Lets the client reconnect for the rest, if its revision supports this. */
    void closeStream(Duration retryAfter);
}

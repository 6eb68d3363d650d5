package io.mcpspring.exchange;

import io.mcpspring.Internal;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.ProtocolVersion;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** Reaches the client while its request is served; each era has an implementation. */
@Internal
public interface ClientChannel {

    /** The state that a legacy session keeps between the requests of its client. */
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

    /** Observes the questions to clients. An attribute of a {@link CallContext} whose request is observed. */
    interface QuestionObserver {

        /** Sends a question to the client, and returns the answer. */
        interface Sending {

            Mono<JsonNode> of(InputRequest question, Consumer<JsonRpcMessage> stream);
        }

        /**
         * Returns the answer to a question.
         *
         * @param sending sends the question, to which the observer may have added the trace
         */
        Mono<JsonNode> observe(
                InputRequest question, ProtocolVersion version, Consumer<JsonRpcMessage> stream, Sending sending);
    }

    /** Whether messages can be sent before the response. */
    boolean acceptsStream();

    /** Returns the lowest level of log messages for the client; empty if it does not request log messages. */
    Optional<LoggingLevel> logLevel();

    /**
     * Asks the client by a request of the server.
     *
     * @param stream sends messages on the stream of the client's own request
     * @return the client's result; fails with a {@link McpClientCapabilityException} if it cannot be obtained
     */
    Mono<JsonNode> ask(InputRequest question, Consumer<JsonRpcMessage> stream);

    /** Sends a notification after the response, if the client has a stream for messages that belong to no request. */
    default void sendAfterwards(JsonRpcNotification notification) {
        // Not sent, because in the modern era there is no stream after the response.
    }

    /** The client's session; empty in the modern era. */
    default Optional<Session> session() {
        return Optional.empty();
    }

    /**
     * Closes the connection if the revision of the client supports resuming the stream; the client reconnects after the
     * delay.
     */
    default void closeStream(Duration retryAfter) {
        // Not closed, because in the modern era the client could not resume the stream.
    }
}

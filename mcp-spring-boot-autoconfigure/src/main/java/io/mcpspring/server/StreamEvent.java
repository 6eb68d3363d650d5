package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.MessageBytes;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** An event for a client: a message, or a signal of the stream of messages. */
@Internal
public sealed interface StreamEvent {

    /**
     * A serialized message.
     *
     * @param id lets a client resume the stream after this message; {@code null} where it cannot
     * @param message what is sent; a failure in place of a response that cannot be written
     * @param json the bytes of the message
     */
    record Message(@Nullable String id, JsonRpcMessage message, MessageBytes json) implements StreamEvent {

        private static final Log logger = LogFactory.getLog(Message.class);

        public static Message of(@Nullable String id, JsonRpcMessage message) {
            return of(id, message, UnaryOperator.identity());
        }

        /** @param finish gives the message its final form */
        public static Message of(@Nullable String id, JsonRpcMessage message, UnaryOperator<JsonRpcMessage> finish) {
            try {
                JsonRpcMessage finished = finish.apply(message);
                return new Message(id, finished, McpJson.write(finished));
            } catch (Throwable failure) {
                if (!(message instanceof JsonRpcResponse response)) {
                    throw failure;
                }
                JsonRpcResponse instead = new JsonRpcResponse.Failure(
                        response.id(), ErrorReport.internalError(logger, "A response could not be written", failure));
                return new Message(id, instead, McpJson.write(instead));
            }
        }

        @Override
        public boolean isResponse() {
            return message instanceof JsonRpcResponse;
        }

        @Override
        public int size() {
            return json.size();
        }
    }

    /** Carries the id by which a client can resume the stream before any message was sent. */
    record Priming(String id) implements StreamEvent {}

    /** Asks the client to reconnect after a delay. */
    record Retry(Duration delay) implements StreamEvent {}

    /** Turns a reply into a stream without sending anything. */
    record Opening() implements StreamEvent {}

    default boolean isResponse() {
        return false;
    }

    /** The number of bytes of the message; 0 without one. */
    default int size() {
        return 0;
    }
}

package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.content.ResultSize;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpJson;
import io.mcpspring.protocol.MessageBytes;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** An event for a client: a message, or a signal of the stream of messages. */
@Internal
public sealed interface StreamEvent {

    /**
     * A serialized message. It does not refer to the message itself, which may take as much memory as its bytes.
     *
     * @param id lets a client resume the stream after this message; {@code null} where it cannot
     * @param method the method of a request or notification; {@code null} for a response
     * @param errorCode the code of the error in a response; 0 without an error
     * @param requiredScopes all scopes of the operation, if the request failed because the caller lacks some of them
     * @param json the bytes of the message
     */
    record Message(
            @Nullable String id, @Nullable String method, int errorCode, List<String> requiredScopes, MessageBytes json)
            implements StreamEvent {

        /** Why a response is not written. */
        public static final JsonRpcError NO_MEMORY = new JsonRpcError(
                JsonRpcError.UNAVAILABLE,
                "The server is sending too many large responses, or too many to you; try again later");

        private static final Log logger = LogFactory.getLog(Message.class);

        /**
         * Writes a message; a failure in place of a response that cannot be written, or for which the memory of unsent
         * bytes does not suffice.
         *
         * @param finish gives the message its final form
         */
        public static Message of(JsonRpcMessage message, UnaryOperator<JsonRpcMessage> finish, RequestMemory memory) {
            if (!(message instanceof JsonRpcResponse.Success success)) {
                return finished(message, finish);
            }
            long bytes = ResultSize.of(success.result()).written();
            Message written = memory.writing(bytes, () -> finished(message, finish));
            return written != null ? written : of(new JsonRpcResponse.Failure(success.id(), NO_MEMORY));
        }

        private static Message finished(JsonRpcMessage message, UnaryOperator<JsonRpcMessage> finish) {
            return message instanceof JsonRpcResponse response
                    ? UserCode.call(
                            () -> of(finish.apply(response)),
                            failure -> of(new JsonRpcResponse.Failure(
                                    response.id(),
                                    ErrorReport.internalError(logger, "A response could not be written", failure))))
                    : of(finish.apply(message));
        }

        /** Writes a message that has its final form. */
        public static Message of(JsonRpcMessage message) {
            MessageBytes json = McpJson.write(message);
            if (message instanceof JsonRpcResponse.Failure failure) {
                JsonRpcError error = failure.error();
                return new Message(null, null, error.code(), error.requiredScopes(), json);
            }
            return new Message(null, method(message), 0, List.of(), json);
        }

        private static @Nullable String method(JsonRpcMessage message) {
            if (message instanceof JsonRpcNotification notification) {
                return notification.method();
            }
            return message instanceof JsonRpcRequest request ? request.method() : null;
        }

        /** Returns the message with an id. */
        public Message withId(String newId) {
            return new Message(newId, method, errorCode, requiredScopes, json);
        }

        public boolean isResponse() {
            return method == null;
        }

        @Override
        public int size() {
            return json.capacity();
        }
    }

    /** Carries the id by which a client can resume the stream before any message was sent. */
    record Priming(String id) implements StreamEvent {}

    /** Asks the client to reconnect after a delay. */
    record Retry(Duration delay) implements StreamEvent {}

    /** Turns a reply into a stream without sending anything. */
    record Opening() implements StreamEvent {}

    /** The number of bytes that the message occupies; 0 without one. */
    default int size() {
        return 0;
    }
}

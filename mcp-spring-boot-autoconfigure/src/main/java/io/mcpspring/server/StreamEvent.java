package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpJson;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Something on the way to a client: a message, written already, or a signal of the stream that carries messages.
 *
 * @param id by which a client can come back for what follows; {@code null} where it cannot
 * @param message what is sent; a failure in place of a response that cannot be written
 * @param json the message's UTF-8 bytes; empty without a message
 * @param retry how long the client should wait before it comes back
 */
@Internal
public record StreamEvent(
        @Nullable String id,
        @Nullable JsonRpcMessage message,
        byte[] json,
        @Nullable Duration retry) {

    /** Says nothing, and makes a stream of a reply by that. */
    public static final StreamEvent OPENING = new StreamEvent(null, null, new byte[0], null);

    private static final Log logger = LogFactory.getLog(StreamEvent.class);

    public static StreamEvent of(@Nullable String id, JsonRpcMessage message) {
        return of(id, message, UnaryOperator.identity());
    }

    /** @param finish gives the message its last form */
    public static StreamEvent of(@Nullable String id, JsonRpcMessage message, UnaryOperator<JsonRpcMessage> finish) {
        try {
            JsonRpcMessage finished = finish.apply(message);
            return new StreamEvent(id, finished, McpJson.write(finished), null);
        } catch (Throwable failure) {
            if (!(message instanceof JsonRpcResponse response)) {
                throw failure;
            }
            JsonRpcResponse instead = new JsonRpcResponse.Failure(
                    response.id(), ErrorReport.internalError(logger, "A response could not be written", failure));
            return new StreamEvent(id, instead, McpJson.write(instead), null);
        }
    }

    /** The event without data by which a client of 2025-11-25 can come back before any message was sent. */
    public static StreamEvent priming(String id) {
        return new StreamEvent(id, null, new byte[0], null);
    }

    /** Asks the client to come back. */
    public static StreamEvent retry(Duration retry) {
        return new StreamEvent(null, null, new byte[0], retry);
    }

    public boolean isResponse() {
        return message instanceof JsonRpcResponse;
    }
}

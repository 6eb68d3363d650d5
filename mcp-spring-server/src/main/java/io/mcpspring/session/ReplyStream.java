package io.mcpspring.session;

import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.server.StreamEvent;

/**
 * The response to a request. It becomes a stream if other messages are sent before it, or if it takes long. The
 * response ends the stream.
 */
sealed class ReplyStream extends LegacyStream permits BatchStream {

    ReplyStream(OpenStreams streams, boolean primed, Runnable onEnd) {
        super(EventId.randomStream(), streams, primed, onEnd);
    }

    @Override
    final synchronized void send(JsonRpcMessage message) {
        if (!(message instanceof JsonRpcResponse)) {
            super.send(message);
        } else if (!isEnded()) {
            try {
                answer(StreamEvent.Message.of(null, message));
            } finally {
                requestEnded();
            }
        }
    }

    /** Sends a response. It is not kept for clients that reconnect, and has no event id, if it becomes plain JSON. */
    void answer(StreamEvent.Message response) {
        if (isOpen()) {
            sendAndKeep(response);
        } else {
            sendNow(response);
        }
    }

    /** Notes that a request has been answered, or was cancelled and gets no response. */
    void requestEnded() {
        end();
    }

    /** Whether no further responses can be collected. */
    boolean isFull() {
        return false;
    }

    @Override
    final boolean isResumableAfterEnd() {
        return isOpen();
    }
}

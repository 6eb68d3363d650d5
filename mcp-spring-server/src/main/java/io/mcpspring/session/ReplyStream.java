package io.mcpspring.session;

import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcResponse;

/**
 * The responses to a POST. They become a stream if other messages are sent before them, or if they take long or are
 * large. The last response ends the stream.
 */
final class ReplyStream extends LegacyStream {

    private int expectedResponses;

    ReplyStream(int responses, OpenStreams streams, boolean primed, Runnable onEnd) {
        super(EventId.randomStream(), streams, primed, onEnd);
        this.expectedResponses = responses;
    }

    @Override
    synchronized void send(JsonRpcMessage message) {
        if (!(message instanceof JsonRpcResponse)) {
            super.send(message);
        } else if (!isEnded()) {
            sendResponse(message);
        }
    }

    private void sendResponse(JsonRpcMessage response) {
        try {
            if (expectedResponses == 1 && !isOpen()) {
                sendOnce(response);
            } else {
                sendAndKeep(response);
            }
        } finally {
            decrementExpectedResponses();
        }
    }

    /** Reduces the number of expected responses, because one has been sent or its request was cancelled. */
    synchronized void decrementExpectedResponses() {
        if (!isEnded() && --expectedResponses == 0) {
            end();
        }
    }

    @Override
    boolean isResumableAfterEnd() {
        return isOpen();
    }
}

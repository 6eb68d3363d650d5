package io.mcpspring.session;

import io.mcpspring.protocol.MessageBytes;
import io.mcpspring.server.StreamEvent;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The responses to a batch. They are collected and sent as one array, unless they become a stream: because other
 * messages are sent before them, or because they take long or are large.
 */
final class BatchStream extends ReplyStream {

    private static final int MAX_COLLECTED_BYTES = 1024 * 1024;

    private final boolean acceptsStream;

    private final List<StreamEvent.Message> collected = new ArrayList<>();

    private long collectedBytes;

    private long expected;

    /** @param expected the number of responses, unless requests are cancelled */
    BatchStream(OpenStreams streams, boolean primed, Runnable onEnd, boolean acceptsStream, long expected) {
        super(streams, primed, onEnd);
        this.acceptsStream = acceptsStream;
        this.expected = expected;
    }

    @Override
    void answer(StreamEvent.Message response) {
        if (isOpen()) {
            sendAndKeep(response);
            return;
        }
        collected.add(response);
        collectedBytes += response.size();
        if (acceptsStream && isFull()) {
            open();
        }
    }

    @Override
    synchronized boolean isFull() {
        return !isOpen() && collectedBytes > MAX_COLLECTED_BYTES;
    }

    @Override
    void onOpen() {
        collected.forEach(this::sendAndKeep);
        collected.clear();
    }

    @Override
    synchronized void requestEnded() {
        expected--;
        if (expected == 0) {
            if (!collected.isEmpty()) {
                sendNow(new StreamEvent.Message(null, null, 0, List.of(), array()));
            }
            end();
        }
    }

    private MessageBytes array() {
        ByteArrayOutputStream array = new ByteArrayOutputStream();
        for (StreamEvent.Message response : collected) {
            array.write(array.size() == 0 ? '[' : ',');
            array.writeBytes(response.json().toArray());
        }
        array.write(']');
        return MessageBytes.of(array.toByteArray());
    }
}

package io.mcpspring.protocol;

import io.mcpspring.Internal;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message as UTF-8 bytes on one line. Messages with the same rendered result share its bytes. */
@Internal
public final class MessageBytes {

    private static final byte[] END = {'}'};

    private final byte[] start;

    private final @Nullable RenderedResult result;

    private MessageBytes(byte[] start, @Nullable RenderedResult result) {
        this.start = start;
        this.result = result;
    }

    /** @param message the whole message, or a batch; not copied */
    public static MessageBytes of(byte[] message) {
        return new MessageBytes(message, null);
    }

    /** @param start what precedes the result in its message; not copied */
    static MessageBytes of(byte[] start, RenderedResult result) {
        MessageBytes message = new MessageBytes(start, result);
        return result.isShared() ? message : of(message.toArray());
    }

    public int size() {
        return result == null ? start.length : start.length + result.size() + END.length;
    }

    /** Returns the bytes in one array, which must not be changed. */
    public byte[] toArray() {
        if (result == null) {
            return start;
        }
        byte[] message = new byte[size()];
        ByteBuffer.wrap(message).put(start).put(result.json()).put(END);
        return message;
    }

    /** Returns the bytes in buffers, to be written one after the other. */
    public List<ByteBuffer> buffers() {
        return result == null
                ? List.of(ByteBuffer.wrap(start))
                : List.of(ByteBuffer.wrap(start), result.json(), ByteBuffer.wrap(END));
    }
}

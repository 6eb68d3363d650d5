package io.mcpspring.protocol;

import io.mcpspring.Internal;
import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message as UTF-8 bytes on one line. Messages with the same rendered result share its bytes. */
@Internal
public final class MessageBytes {

    private static final byte[] END = {'}'};

    private final ByteBuffer start;

    private final @Nullable RenderedResult result;

    private MessageBytes(ByteBuffer start, @Nullable RenderedResult result) {
        this.start = start;
        this.result = result;
    }

    /** @param message the whole message, or a batch; not copied */
    public static MessageBytes of(byte[] message) {
        return of(ByteBuffer.wrap(message));
    }

    /** @param message the whole message in an array, of which it may be a part; not copied */
    static MessageBytes of(ByteBuffer message) {
        return new MessageBytes(message, null);
    }

    /** @param start what precedes the result in its message; not copied */
    static MessageBytes of(byte[] start, RenderedResult result) {
        MessageBytes message = new MessageBytes(ByteBuffer.wrap(start), result);
        return result.isShared() ? message : of(message.toArray());
    }

    public int size() {
        return result == null ? start.remaining() : start.remaining() + result.size() + END.length;
    }

    /** Returns the number of bytes that the message occupies, other than a result that is shared. */
    public int capacity() {
        return result == null ? start.capacity() : size();
    }

    /** Returns the bytes in one array, which must not be changed. */
    public byte[] toArray() {
        if (result == null && start.remaining() == start.capacity()) {
            return start.array();
        }
        byte[] message = new byte[size()];
        ByteBuffer target = ByteBuffer.wrap(message);
        buffers().forEach(target::put);
        return message;
    }

    /** Returns the bytes in arrays, to be written one after the other. */
    public List<ByteBuffer> buffers() {
        return result == null
                ? List.of(start.duplicate())
                : List.of(start.duplicate(), result.json(), ByteBuffer.wrap(END));
    }

    /** Returns the same buffers, of which that of a shared result is outside of the heap. */
    public List<ByteBuffer> directBuffers() {
        return result == null ? buffers() : List.of(start.duplicate(), result.direct(), ByteBuffer.wrap(END));
    }
}

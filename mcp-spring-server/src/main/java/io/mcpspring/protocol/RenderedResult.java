package io.mcpspring.protocol;

import io.mcpspring.Internal;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A result that was written in advance, with all members that its revision requires. */
@Internal
public final class RenderedResult implements McpResult {

    /** Size from which a copy costs more than a write of several buffers. */
    private static final int MIN_SHARED_BYTES = 8 * 1024;

    private final byte[] json;

    /** The same outside of the heap; {@code null} if the result is sent once, or small. */
    private final @Nullable ByteBuffer direct;

    private RenderedResult(byte[] json, @Nullable ByteBuffer direct) {
        this.json = json;
        this.direct = direct;
    }

    /**
     * Creates a result that is sent once.
     *
     * @param json the UTF-8 bytes of one JSON object; not copied, never to be changed
     */
    public static RenderedResult once(byte[] json) {
        return new RenderedResult(json, null);
    }

    /**
     * Creates a result that is sent many times. A large one is also kept outside of the heap, where Netty writes it
     * without a copy.
     *
     * @param json the UTF-8 bytes of one JSON object; not copied, never to be changed
     */
    public static RenderedResult often(byte[] json) {
        return json.length < MIN_SHARED_BYTES
                ? once(json)
                : new RenderedResult(
                        json,
                        ByteBuffer.allocateDirect(json.length).put(json).flip().asReadOnlyBuffer());
    }

    /** Returns the UTF-8 bytes. */
    public ByteBuffer json() {
        return ByteBuffer.wrap(json);
    }

    /** Returns the UTF-8 bytes outside of the heap, if they are there. */
    ByteBuffer direct() {
        return direct == null ? json() : direct.duplicate();
    }

    int size() {
        return json.length;
    }

    boolean isShared() {
        return direct != null;
    }
}

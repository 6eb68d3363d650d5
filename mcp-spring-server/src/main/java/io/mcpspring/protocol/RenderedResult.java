package io.mcpspring.protocol;

import io.mcpspring.Internal;
import java.nio.ByteBuffer;

/** A result that was written in advance, with all members that its revision requires. */
@Internal
public final class RenderedResult implements McpResult {

    /** Size from which a copy costs more than a write of several buffers. */
    private static final int MIN_SHARED_BYTES = 8 * 1024;

    private final ByteBuffer json;

    private RenderedResult(ByteBuffer json) {
        this.json = json.asReadOnlyBuffer();
    }

    /**
     * Creates a result that is sent once.
     *
     * @param json the UTF-8 bytes of one JSON object; not copied, never to be changed
     */
    public static RenderedResult once(byte[] json) {
        return new RenderedResult(ByteBuffer.wrap(json));
    }

    /**
     * Creates a result that is sent many times. A large one is kept outside of the heap, so that web servers write it
     * without copies.
     *
     * @param json the UTF-8 bytes of one JSON object; never to be changed
     */
    public static RenderedResult often(byte[] json) {
        return json.length < MIN_SHARED_BYTES
                ? once(json)
                : new RenderedResult(
                        ByteBuffer.allocateDirect(json.length).put(json).flip());
    }

    /** Returns the UTF-8 bytes. */
    public ByteBuffer json() {
        return json.duplicate();
    }

    int size() {
        return json.capacity();
    }

    boolean isShared() {
        return json.isDirect();
    }
}

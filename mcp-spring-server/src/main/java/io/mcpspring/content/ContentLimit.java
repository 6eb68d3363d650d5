package io.mcpspring.content;

import io.mcpspring.Internal;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

/**
 * Limits the size of content that is not a tool's text.
 *
 * @param maxBytes the maximum size
 */
@Internal
public record ContentLimit(int maxBytes) {

    /** Whether a size is from 1 byte to 1 GB, so that an {@code int} can count its bytes, and one more. */
    public static boolean isWithinOneGigabyte(DataSize size) {
        return size.toBytes() > 0 && size.compareTo(DataSize.ofGigabytes(1)) <= 0;
    }

    /**
     * Returns a size, if there is one.
     *
     * @throws IllegalArgumentException unless it is from 1 byte to 1 GB
     */
    public static @Nullable DataSize checked(@Nullable DataSize size) {
        Assert.isTrue(size == null || isWithinOneGigabyte(size), () -> "must be from 1 byte to 1 GB: " + size);
        return size;
    }

    /**
     * Reads all of the content and closes it.
     *
     * @throws TooLargeException if it is larger than allowed
     */
    byte[] read(InputStream content) throws IOException {
        try (content) {
            byte[] bytes = content.readNBytes(maxBytes + 1);
            if (bytes.length > maxBytes) {
                throw new TooLargeException(refusal());
            }
            return bytes;
        }
    }

    /** Returns the error text for content that is too large. */
    String refusal() {
        return "The content is larger than the " + maxBytes
                + " bytes that are allowed (mcp.server.resources.max-size, or the limit of the entry)";
    }
}

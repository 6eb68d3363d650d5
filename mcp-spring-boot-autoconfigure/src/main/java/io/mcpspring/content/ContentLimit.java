package io.mcpspring.content;

import io.mcpspring.Internal;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Limits the size of a file or stream that is read for a result.
 *
 * @param maxBytes the size of {@code mcp.server.resources.max-size}
 */
@Internal
public record ContentLimit(int maxBytes) {

    /** Reads all of the content and closes it; returns {@code null} if it is larger than allowed. */
    public byte @Nullable [] read(InputStream content) throws IOException {
        try (content) {
            byte[] bytes = content.readNBytes(maxBytes + 1);
            return bytes.length > maxBytes ? null : bytes;
        }
    }

    /** Returns the error text for content that is too large. */
    public String refusal() {
        return "The content is larger than the " + maxBytes + " bytes that mcp.server.resources.max-size allows";
    }
}

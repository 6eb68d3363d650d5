package io.mcpspring.method;

import io.mcpspring.Internal;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Bounds what is read of a file or stream for a result.
 *
 * @param maxBytes the size of {@code mcp.server.resources.max-size}
 */
@Internal
public record ContentLimit(int maxBytes) {

    /** All of the content, which is closed; {@code null} if it is larger than allowed. */
    public byte @Nullable [] read(InputStream content) throws IOException {
        try (content) {
            byte[] bytes = content.readNBytes(maxBytes + 1);
            return bytes.length > maxBytes ? null : bytes;
        }
    }

    /** What to say of larger content. */
    public String refusal() {
        return "The content is larger than the " + maxBytes + " bytes that mcp.server.resources.max-size allows";
    }
}

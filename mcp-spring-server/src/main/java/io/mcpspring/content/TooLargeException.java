package io.mcpspring.content;

import io.mcpspring.Internal;
import java.io.IOException;

/** Thrown if a file or stream is larger than the entry may return. Clients get the message. */
@Internal
public final class TooLargeException extends IOException {

    public TooLargeException(String message) {
        super(message);
    }
}

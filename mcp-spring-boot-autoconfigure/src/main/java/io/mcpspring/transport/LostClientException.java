package io.mcpspring.transport;

import java.io.Serial;

/** The client has closed its connection before its request was complete, so there is nobody to answer. */
final class LostClientException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    LostClientException(Throwable cause) {
        super(cause);
    }
}

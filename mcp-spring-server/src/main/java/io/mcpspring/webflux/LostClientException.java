package io.mcpspring.webflux;

import java.io.Serial;

/**
 * There is nobody to answer: the client has closed its connection before its request was complete, or the web server
 * has answered it itself.
 */
final class LostClientException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    LostClientException(Throwable cause) {
        super(cause);
    }

    LostClientException(String reason) {
        super(reason);
    }
}

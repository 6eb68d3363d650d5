package io.mcpspring.observation;

/** The error of an observation whose request failed: handlers recognize a failure by an exception only. */
final class FailedRequestException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FailedRequestException(String message) {
        super(message, null, false, false);
    }
}

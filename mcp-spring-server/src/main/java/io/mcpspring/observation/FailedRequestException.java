package io.mcpspring.observation;

/** The error of an observation whose request failed: handlers recognize a failure by an exception only. */
final class FailedRequestException extends RuntimeException {

    FailedRequestException(String message) {
        super(message, null, false, false);
    }
}

package io.mcpspring.exchange;

/** A client's answer that does not fit the question. */
final class MalformedAnswerException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    MalformedAnswerException(String message) {
        super(message, null, false, false);
    }
}

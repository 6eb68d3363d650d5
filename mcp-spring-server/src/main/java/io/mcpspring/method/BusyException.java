package io.mcpspring.method;

import java.util.concurrent.RejectedExecutionException;

/** No thread is free for a call, and no more calls may wait for one. */
final class BusyException extends RuntimeException {

    /** For the client. */
    static final String TEXT = "The server is busy. Try again in a moment.";

    BusyException(RejectedExecutionException rejected) {
        super(TEXT, rejected);
    }
}

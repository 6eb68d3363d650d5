package io.mcpspring.method;

import java.util.concurrent.RejectedExecutionException;

/** No worker is free for a blocking method, and no more calls may wait for one. */
public final class BusyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    BusyException(RejectedExecutionException rejected) {
        super("No worker is free, and the queue is full", rejected);
    }
}

package io.mcpspring.method;

import io.mcpspring.Internal;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;

/** No thread is free for a call, and no more calls may wait for one; the message is for the client. */
@Internal
public final class BusyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BusyException(RejectedExecutionException rejected) {
        super("The server is busy. Try again in a moment.", rejected);
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNull(super.getMessage());
    }
}

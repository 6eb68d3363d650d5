package io.mcpspring.test;

import java.time.Duration;

/**
 * The end of a wait for something that the server sends.
 *
 * @param awaited what it sends, for the message of a failure
 * @param end the time by {@link System#nanoTime}
 */
record Deadline(String awaited, Duration timeout, long end) {

    /** A wait that begins now. */
    static Deadline of(String awaited, Duration timeout) {
        return new Deadline(awaited, timeout, System.nanoTime() + timeout.toNanos());
    }

    long remainingNanos() {
        return end - System.nanoTime();
    }

    AssertionError missed(String received) {
        return new AssertionError("The server did not send %s within %s. Received so far: %s"
                .formatted(awaited, timeout, received.isEmpty() ? "nothing" : received));
    }
}

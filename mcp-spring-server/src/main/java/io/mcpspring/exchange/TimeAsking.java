package io.mcpspring.exchange;

import io.mcpspring.Internal;
import java.time.Duration;

/** How long a request has waited for answers of its client, which does not count against its time limit. */
@Internal
public final class TimeAsking {

    private int open;

    private long since;

    private long nanos;

    synchronized TimeAsking begin() {
        if (open++ == 0) {
            since = System.nanoTime();
        }
        return this;
    }

    synchronized void end() {
        if (--open == 0) {
            nanos += System.nanoTime() - since;
        }
    }

    /** Returns the time until now. */
    public synchronized Duration total() {
        return Duration.ofNanos(open == 0 ? nanos : nanos + System.nanoTime() - since);
    }
}

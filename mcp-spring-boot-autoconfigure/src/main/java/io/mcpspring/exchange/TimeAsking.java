package io.mcpspring.exchange;

import io.mcpspring.Internal;
import java.time.Duration;

/** How long a request has waited for its client's answers, which is no time of its own. */
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

    /** The time up to now. */
    public synchronized Duration total() {
        return Duration.ofNanos(open == 0 ? nanos : nanos + System.nanoTime() - since);
    }
}

package io.mcpspring.server;

import io.mcpspring.Internal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Selects what is logged of something that any request may cause: the first occurrence in a minute. */
@Internal
public final class OncePerMinute {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final AtomicLong last = new AtomicLong(System.nanoTime() - MINUTE);

    /** Whether this occurrence is the first one in a minute. */
    public boolean isFirst() {
        return isFirst(System.nanoTime());
    }

    boolean isFirst(long now) {
        long previous = last.get();
        return now - previous >= MINUTE && last.compareAndSet(previous, now);
    }
}

package io.mcpspring.server;

import io.mcpspring.Internal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Selects what is logged of something that any request may cause: the first occurrence in a minute. */
@Internal
public final class OncePerMinute {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final LongSupplier nanoTime;

    private final AtomicLong last;

    public OncePerMinute() {
        this(System::nanoTime);
    }

    OncePerMinute(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.last = new AtomicLong(nanoTime.getAsLong() - MINUTE);
    }

    /** Whether this occurrence is the first one in a minute. */
    public boolean isFirst() {
        long previous = last.get();
        long now = nanoTime.getAsLong();
        return now - previous >= MINUTE && last.compareAndSet(previous, now);
    }
}

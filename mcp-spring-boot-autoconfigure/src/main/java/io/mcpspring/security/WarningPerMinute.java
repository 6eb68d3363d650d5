package io.mcpspring.security;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.commons.logging.Log;

/** Logs a warning that any request may cause, at most once a minute. */
final class WarningPerMinute {

    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final Log logger;

    private final LongSupplier nanoTime;

    private final AtomicLong last;

    WarningPerMinute(Log logger, LongSupplier nanoTime) {
        this.logger = logger;
        this.nanoTime = nanoTime;
        this.last = new AtomicLong(nanoTime.getAsLong() - MINUTE);
    }

    void log(String warning) {
        long previous = last.get();
        long now = nanoTime.getAsLong();
        if (now - previous >= MINUTE && last.compareAndSet(previous, now)) {
            logger.warn(warning);
        }
    }
}

package io.mcpspring.server;

import io.mcpspring.Internal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

/** Deadlines of requests. */
@Internal
public final class Deadlines {

    /** Its nanoseconds can be counted by a {@code long}, also in sums with {@link System#nanoTime}. */
    public static final Duration LONGEST = Duration.ofDays(36_500);

    private Deadlines() {}

    /** Returns a clock that is never set forward or back, for what is kept in this process. */
    public static InstantSource steadyClock() {
        Instant begin = Instant.now();
        long nanos = System.nanoTime();
        return () -> begin.plusNanos(System.nanoTime() - nanos);
    }

    /**
     * Runs an action on a non-blocking thread after a time.
     *
     * @return disposed to run nothing
     */
    public static Disposable after(Duration time, Runnable action) {
        return Schedulers.parallel().schedule(action, limited(time).toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Returns the time, or {@link #LONGEST} if it is longer. */
    public static Duration limited(Duration time) {
        return time.compareTo(LONGEST) < 0 ? time : LONGEST;
    }
}

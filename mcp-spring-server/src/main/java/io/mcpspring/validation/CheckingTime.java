package io.mcpspring.validation;

import io.mcpspring.Internal;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The time in which the values of a request are checked, converted and matched: one second together. Work counts from
 * its first step, so that the compilation of a schema does not; it ends at its next step after the time is over, or
 * when its thread is interrupted.
 */
@Internal
public final class CheckingTime {

    private static final long LIMIT = TimeUnit.SECONDS.toNanos(1);

    private static final ThreadLocal<@Nullable CheckingTime> CURRENT = new ThreadLocal<>();

    /** The nanoseconds that earlier work has taken. */
    private long used;

    /** When the current work has begun; zero until its first step. */
    private long beginning;

    /**
     * Does work within the time that earlier work has left. A nested call shares the time of the outer one. To be
     * called by one thread at a time.
     *
     * @throws TooSlowException if the time does not suffice
     */
    public <T> T limit(Supplier<T> work) {
        if (CURRENT.get() != null) {
            return work.get();
        }
        CURRENT.set(this);
        try {
            return work.get();
        } finally {
            // Not removed, because each further use would make a new entry.
            CURRENT.set(null);
            used = total();
            beginning = 0;
        }
    }

    private long total() {
        long current = beginning;
        return current == 0 ? used : used + System.nanoTime() - current;
    }

    /**
     * Ends the work of this thread if its time is over; work without a limit continues.
     *
     * @throws TooSlowException if the time is over
     */
    public static void check() {
        CheckingTime current = CURRENT.get();
        if (current == null) {
            return;
        }
        if (current.beginning == 0) {
            current.beginning = System.nanoTime();
        }
        if (current.total() > LIMIT || Thread.currentThread().isInterrupted()) {
            throw new TooSlowException();
        }
    }
}

package io.mcpspring.validation;

import io.mcpspring.Internal;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The time in which the values of a request are checked, converted and matched: one second from the first step, so that
 * the compilation of a schema does not count. Work ends at its next step after that, or when its thread is interrupted.
 */
@Internal
public final class CheckingTime {

    private static final long LIMIT = TimeUnit.SECONDS.toNanos(1);

    private static final ThreadLocal<@Nullable CheckingTime> CURRENT = new ThreadLocal<>();

    /** Zero until the first check. */
    private long beginning;

    private CheckingTime() {}

    /**
     * Does work within the limit; work that other limited work does shares the time of it.
     *
     * @throws TooSlowException if the time does not suffice
     */
    public static <T> T limit(Supplier<T> work) {
        if (CURRENT.get() != null) {
            return work.get();
        }
        CURRENT.set(new CheckingTime());
        try {
            return work.get();
        } finally {
            CURRENT.remove();
        }
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
        if (System.nanoTime() - current.beginning > LIMIT
                || Thread.currentThread().isInterrupted()) {
            throw new TooSlowException();
        }
    }
}

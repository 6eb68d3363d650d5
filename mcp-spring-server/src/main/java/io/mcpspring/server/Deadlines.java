package io.mcpspring.server;

import io.mcpspring.Internal;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

/**
 * Deadlines of requests, nearly all of which end earlier. One timer checks all of them, because a task of a scheduler
 * for each request would cost more than many calls. It has a thread of its own, which nothing that a request does can
 * occupy, and which ends when there has been no deadline for a while.
 */
@Internal
public final class Deadlines {

    /** Its nanoseconds can be counted by a {@code long}, also in sums with {@link System#nanoTime}. */
    public static final Duration LONGEST = Duration.ofDays(36_500);

    private static final int CHECK_MILLIS = 50;

    private static final int IDLE_SECONDS = 60;

    private final Set<Deadline> pending = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean checked = new AtomicBoolean();

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, Deadlines::thread);

    public Deadlines() {
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "mcp-deadlines");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Runs an action on a non-blocking thread after a time, or up to 50 ms later.
     *
     * @return disposed to run nothing
     */
    public Disposable after(Duration time, Runnable action) {
        long nanos = (time.compareTo(LONGEST) < 0 ? time : LONGEST).toNanos();
        Deadline deadline = new Deadline(System.nanoTime() + nanos, action);
        pending.add(deadline);
        watch();
        return deadline;
    }

    private void watch() {
        // Read first, because all event loops would write to it for each request.
        if (!checked.get() && checked.compareAndSet(false, true)) {
            try {
                timer.schedule(this::check, CHECK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (Throwable noThread) {
                // The timer has queued the check nevertheless.
                timer.getQueue().clear();
                checked.set(false);
                throw noThread;
            }
        }
    }

    private void check() {
        try {
            runDue(System.nanoTime());
        } finally {
            checked.set(false);
            if (!pending.isEmpty()) {
                watch();
            }
        }
    }

    private void runDue(long now) {
        for (Deadline deadline : pending) {
            if (deadline.at - now <= 0) {
                Schedulers.parallel().schedule(deadline);
                pending.remove(deadline);
            }
        }
    }

    private final class Deadline implements Disposable, Runnable {

        /** As {@link System#nanoTime}. */
        private final long at;

        private final Runnable action;

        private final AtomicBoolean over = new AtomicBoolean();

        Deadline(long at, Runnable action) {
            this.at = at;
            this.action = action;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        // The JVM needs longer for the hash of an identity than the set needs to add the deadline.
        @Override
        public int hashCode() {
            return Long.hashCode(at);
        }

        @Override
        public void run() {
            if (over.compareAndSet(false, true)) {
                action.run();
            }
        }

        @Override
        public void dispose() {
            over.set(true);
            pending.remove(this);
        }

        @Override
        public boolean isDisposed() {
            return over.get();
        }
    }
}

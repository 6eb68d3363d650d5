package io.mcpspring.server;

import io.mcpspring.Internal;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Deadlines of requests. Their timer has a thread of its own, which nothing that a request does can occupy. */
@Internal
public final class Deadlines {

    /** Its nanoseconds can be counted by a {@code long}, also in sums with {@link System#nanoTime}. */
    public static final Duration LONGEST = Duration.ofDays(36_500);

    private static final int IDLE_SECONDS = 60;

    private final ScheduledThreadPoolExecutor timer;

    public Deadlines() {
        CustomizableThreadFactory threads = new CustomizableThreadFactory("mcp-deadlines-");
        threads.setDaemon(true);
        timer = new ScheduledThreadPoolExecutor(1, threads);
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    /** Returns a signal that is emitted on a non-blocking thread after a time. */
    public Mono<Duration> after(Duration time) {
        return Mono.create(sink -> sink.onCancel(after(time, () -> sink.success(time))));
    }

    /**
     * Runs an action on a non-blocking thread after a time.
     *
     * @return disposed to run nothing
     */
    public Disposable after(Duration time, Runnable action) {
        long nanos = (time.compareTo(LONGEST) < 0 ? time : LONGEST).toNanos();
        Future<?> deadline = timer.schedule(() -> Schedulers.parallel().schedule(action), nanos, TimeUnit.NANOSECONDS);
        return () -> deadline.cancel(false);
    }
}

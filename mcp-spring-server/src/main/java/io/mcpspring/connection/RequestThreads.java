package io.mcpspring.connection;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.NonBlocking;
import reactor.core.scheduler.Schedulers;

/**
 * Runs tasks on threads that must not block, as many as there are processors. Unlike the schedulers of Reactor, it does
 * not interrupt a running task that is cancelled. A task that another one executes runs within that one, so that the
 * thread does not change.
 *
 * <p>Not the threads of the parallel scheduler, because time limits and other timers would wait for requests there.
 */
final class RequestThreads implements Executor {

    private static final long IDLE_SECONDS = 10;

    private final @Nullable ClassLoader classLoader = Thread.currentThread().getContextClassLoader();

    private final AtomicInteger started = new AtomicInteger();

    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            Schedulers.DEFAULT_POOL_SIZE,
            Schedulers.DEFAULT_POOL_SIZE,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            this::thread);

    RequestThreads() {
        threads.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        if (Thread.currentThread() instanceof RequestThread) {
            // An interrupt that a method of the application has left behind would close the connection.
            Thread.interrupted();
            task.run();
        } else {
            threads.execute(Schedulers.onSchedule(task));
        }
    }

    private Thread thread(Runnable work) {
        Thread thread = new RequestThread(work, "mcp-request-" + started.incrementAndGet());
        thread.setDaemon(true);
        // Not that of the thread that happens to send the first task, which belongs to the container.
        thread.setContextClassLoader(classLoader);
        return thread;
    }

    private static final class RequestThread extends Thread implements NonBlocking {

        RequestThread(Runnable work, String name) {
            // Without thread-locals of the container's thread that happens to start it.
            super(null, work, name, 0, false);
        }
    }
}

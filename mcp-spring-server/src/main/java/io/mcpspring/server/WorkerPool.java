package io.mcpspring.server;

import io.mcpspring.Internal;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * The pool of worker threads. It starts a thread only if no thread waits for a task, and a task waits only while all
 * threads are busy. It refuses tasks beyond the capacity of its queue; a rejection handler that is set has no effect. A
 * thread that has waited for the keep-alive time ends.
 */
@Internal
public final class WorkerPool extends ThreadPoolTaskExecutor {

    public WorkerPool() {
        setAllowCoreThreadTimeOut(true);
    }

    @Override
    protected BlockingQueue<Runnable> createQueue(int capacity) {
        return new WorkQueue(capacity);
    }

    // Another handler may let the submitting thread run the task, which may be an event loop.
    @Override
    protected ExecutorService initializeExecutor(
            ThreadFactory threadFactory, RejectedExecutionHandler rejectedExecutionHandler) {
        return super.initializeExecutor(threadFactory, WorkerPool::enqueue);
    }

    private static void enqueue(Runnable task, ThreadPoolExecutor pool) {
        if (!((WorkQueue) pool.getQueue()).enqueue(task) || (pool.isShutdown() && pool.remove(task))) {
            throw new RejectedExecutionException("No worker thread is free, and no further task may wait");
        }
        // All threads may have ended meanwhile.
        pool.prestartCoreThread();
    }

    /**
     * Accepts a task by {@code offer} only if a thread waits for it. Otherwise the pool starts another thread, or, if
     * it may not, its handler adds the task.
     */
    private static final class WorkQueue extends LinkedBlockingQueue<Runnable> {

        private final int capacity;

        /** The number of threads that wait for a task, less the number of tasks in the queue. */
        private final AtomicInteger idle = new AtomicInteger();

        WorkQueue(int capacity) {
            this.capacity = capacity;
        }

        @Override
        public boolean offer(Runnable task) {
            return claim(0) && super.offer(task);
        }

        boolean enqueue(Runnable task) {
            return claim(-capacity) && super.offer(task);
        }

        /** Takes one from the number of idle threads if it is greater than this; returns whether it did. */
        private boolean claim(int least) {
            return idle.getAndUpdate(number -> number > least ? number - 1 : number) > least;
        }

        @Override
        public @Nullable Runnable poll(long timeout, TimeUnit unit) throws InterruptedException {
            idle.incrementAndGet();
            try {
                Runnable task = super.poll(timeout, unit);
                // Otherwise a task was accepted for this thread meanwhile, and is being added.
                return task != null || claim(0) ? task : super.take();
            } catch (InterruptedException ended) {
                idle.decrementAndGet();
                throw ended;
            }
        }

        @Override
        public Runnable take() throws InterruptedException {
            return Objects.requireNonNull(poll(Long.MAX_VALUE, TimeUnit.NANOSECONDS));
        }

        @Override
        public boolean remove(Object task) {
            boolean removed = super.remove(task);
            if (removed) {
                idle.incrementAndGet();
            }
            return removed;
        }

        @Override
        public int remainingCapacity() {
            return capacity + Math.min(0, idle.get());
        }
    }
}

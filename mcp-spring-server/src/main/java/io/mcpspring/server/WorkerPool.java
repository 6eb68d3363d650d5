package io.mcpspring.server;

import io.mcpspring.Internal;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * The pool of worker threads. It starts a thread only if no other is idle, and a task waits in the queue only if all
 * threads are busy. Tasks beyond the capacity of the queue are refused. Idle threads end.
 */
@Internal
public final class WorkerPool extends ThreadPoolTaskExecutor {

    private static final long serialVersionUID = 1L;

    public WorkerPool() {
        setAllowCoreThreadTimeOut(true);
    }

    @Override
    protected BlockingQueue<Runnable> createQueue(int capacity) {
        return new WorkQueue(capacity);
    }

    // No other handler applies: it may let the submitting thread run the task, which may be an event loop.
    @Override
    protected ExecutorService initializeExecutor(ThreadFactory threads, RejectedExecutionHandler refusal) {
        return super.initializeExecutor(threads, WorkerPool::enqueue);
    }

    private static void enqueue(Runnable task, ThreadPoolExecutor pool) {
        if (!((WorkQueue) pool.getQueue()).enqueue(task) || (pool.isShutdown() && pool.remove(task))) {
            throw new RejectedExecutionException("All worker threads are busy, and their queue is full");
        }
        // All threads may have ended meanwhile.
        pool.prestartCoreThread();
    }

    /** A queue that passes tasks to idle threads, and is full for a pool that can start another. */
    private static final class WorkQueue extends LinkedTransferQueue<Runnable> {

        private static final long serialVersionUID = 1L;

        private final int capacity;

        WorkQueue(int capacity) {
            this.capacity = capacity;
        }

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }

        boolean enqueue(Runnable task) {
            return remainingCapacity() > 0 && super.offer(task);
        }

        @Override
        public int remainingCapacity() {
            return capacity - size();
        }
    }
}

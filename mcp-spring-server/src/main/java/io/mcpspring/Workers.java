package io.mcpspring;

import io.mcpspring.server.WorkerPool;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * The threads that run methods that may block: an executor of the application, or a pool that ends with the server.
 *
 * @param number the number of threads of an executor whose type does not tell
 * @param ownPool the pool that ends with the server; {@code null} for an executor of the application
 */
record Workers(Executor executor, int number, @Nullable ThreadPoolTaskExecutor ownPool) {

    private static final int THREADS = 200;

    static Workers ofServer() {
        WorkerPool pool = new WorkerPool();
        pool.setThreadNamePrefix("mcp-tool-");
        pool.setMaxPoolSize(THREADS);
        pool.setQueueCapacity(1000);
        pool.initialize();
        return new Workers(pool, THREADS, pool);
    }

    /** Returns the number of methods that may block at the same time. */
    int atOnce() {
        if (executor instanceof WorkerPool pool) {
            return pool.getMaxPoolSize();
        }
        Executor inner = executor instanceof ThreadPoolTaskExecutor own ? own.getThreadPoolExecutor() : executor;
        if (inner instanceof ThreadPoolExecutor pool) {
            // A pool has more than its core threads only while its queue is full.
            boolean queues = pool.getQueue().remainingCapacity() > 0;
            return queues ? Math.max(1, pool.getCorePoolSize()) : pool.getMaximumPoolSize();
        }
        if (executor instanceof SimpleAsyncTaskExecutor threads) {
            return threads.getConcurrencyLimit() > 0 ? threads.getConcurrencyLimit() : Integer.MAX_VALUE;
        }
        return number;
    }

    void close() {
        if (ownPool != null) {
            ownPool.shutdown();
        }
    }
}

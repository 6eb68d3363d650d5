package io.mcpspring.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The worker threads, which run methods that may block.
 *
 * @param pool Pool of worker threads, which is not used with virtual threads
 * @param maxConcurrency Maximum number of methods that run at the same time, on threads of the pool or virtual threads.
 *     Further calls wait in the queue of the pool; with virtual threads they are refused. By default limited by the
 *     size of the pool; unlimited with virtual threads
 */
record ExecutionProperties(
        @DefaultValue Pool pool, @Nullable Integer maxConcurrency) {

    ExecutionProperties {
        PropertyChecks.atLeastOne("mcp.server.execution.max-concurrency", maxConcurrency);
    }

    /** The number of threads in the pool. */
    int threads() {
        return maxConcurrency == null ? pool.maxSize() : Math.min(pool.maxSize(), maxConcurrency);
    }

    /**
     * The pool of worker threads, which is not used with virtual threads.
     *
     * @param maxSize Maximum number of worker threads. Idle threads end
     * @param queueCapacity Maximum number of calls that wait for a worker thread. Further calls are answered with an
     *     error that states that the server is busy
     */
    record Pool(
            @DefaultValue("200") int maxSize,
            @DefaultValue("1000") int queueCapacity) {

        Pool {
            PropertyChecks.atLeastOne("mcp.server.execution.pool.max-size", maxSize);
            PropertyChecks.within("mcp.server.execution.pool.queue-capacity", queueCapacity, 0, Integer.MAX_VALUE);
        }
    }
}

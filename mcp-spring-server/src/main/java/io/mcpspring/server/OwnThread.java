package io.mcpspring.server;

import io.mcpspring.Internal;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Runs work that may block, in its order, on a thread of its own, which ends when it is idle or after a shutdown. */
@Internal
public final class OwnThread {

    private static final int SECONDS_TO_FINISH = 5;

    private OwnThread() {}

    /**
     * Returns an executor that accepts work.
     *
     * @param maxWaiting maximum number of waiting tasks
     * @param onRefusal run in place of a task beyond the maximum, or after the shutdown
     */
    public static ThreadPoolTaskExecutor named(String namePrefix, int maxWaiting, Runnable onRefusal) {
        ThreadPoolTaskExecutor thread = new ThreadPoolTaskExecutor();
        thread.setThreadNamePrefix(namePrefix);
        thread.setDaemon(true);
        thread.setMaxPoolSize(1);
        thread.setQueueCapacity(maxWaiting);
        thread.setAllowCoreThreadTimeOut(true);
        thread.setWaitForTasksToCompleteOnShutdown(true);
        thread.setAwaitTerminationSeconds(SECONDS_TO_FINISH);
        thread.setRejectedExecutionHandler((task, pool) -> onRefusal.run());
        thread.initialize();
        return thread;
    }
}

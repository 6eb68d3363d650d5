package io.mcpspring.connection;

import java.util.concurrent.Executor;
import reactor.core.scheduler.Schedulers;

/**
 * Runs tasks on the threads of the parallel scheduler. Unlike the scheduler, it does not interrupt a running task that
 * is cancelled. A task that another one executes runs within that one, so that the thread does not change.
 */
final class UninterruptedTasks implements Executor {

    private final ThreadLocal<Boolean> running = ThreadLocal.withInitial(() -> false);

    @Override
    public void execute(Runnable task) {
        if (running.get()) {
            // An interrupt that a method of the application has left behind would close the connection.
            Thread.interrupted();
            task.run();
        } else {
            Schedulers.parallel().schedule(() -> run(task));
        }
    }

    private void run(Runnable task) {
        running.set(true);
        try {
            task.run();
        } finally {
            running.set(false);
        }
    }
}

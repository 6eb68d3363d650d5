package io.mcpspring.method;

import io.mcpspring.Internal;
import java.io.Serial;
import java.util.Objects;
import java.util.concurrent.ThreadPoolExecutor;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** A pool from whose queue a task can be removed even if a {@link TaskDecorator} has wrapped it. */
@Internal
public final class WorkerPool extends ThreadPoolTaskExecutor {

    @Serial
    private static final long serialVersionUID = 1L;

    private record Decorated(Runnable task, Runnable decorated) implements Runnable {

        Decorated {
            Objects.requireNonNull(decorated, "The TaskDecorator returned null");
        }

        @Override
        public void run() {
            decorated.run();
        }
    }

    @Override
    public void setTaskDecorator(TaskDecorator decorator) {
        super.setTaskDecorator(task -> new Decorated(task, decorator.decorate(task)));
    }

    void remove(Runnable task) {
        ThreadPoolExecutor pool = getThreadPoolExecutor();
        if (!pool.remove(task)) {
            pool.getQueue().stream()
                    .filter(queued -> queued instanceof Decorated decorated && decorated.task() == task)
                    .findFirst()
                    .ifPresent(pool::remove);
        }
    }
}

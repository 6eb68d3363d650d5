package io.mcpspring.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

class UninterruptedTasksTests {

    private final UninterruptedTasks tasks = new UninterruptedTasks();

    @Test
    void aTaskRunsOnAThreadThatMustNotBlock() throws Exception {
        assertThat(resultOf(Schedulers::isInNonBlockingThread)).isTrue();
    }

    @Test
    void aTaskThatAnotherOneExecutesRunsWithinThatOne() throws Exception {
        List<String> steps = resultOf(() -> {
            List<String> seen = new ArrayList<>();
            Thread outer = Thread.currentThread();
            tasks.execute(() -> seen.add("on the same thread: " + (Thread.currentThread() == outer)));
            seen.add("end");
            return seen;
        });
        assertThat(steps).containsExactly("on the same thread: true", "end");
    }

    @Test
    void aTaskWithinAnotherOneDoesNotSeeItsInterrupt() throws Exception {
        boolean interrupted = resultOf(() -> {
            boolean[] seen = {true};
            Thread.currentThread().interrupt();
            tasks.execute(() -> seen[0] = Thread.currentThread().isInterrupted());
            return seen[0];
        });
        assertThat(interrupted).isFalse();
    }

    @Test
    void aTaskDoesNotRunWithinATaskOfTheSchedulerItself() throws Exception {
        for (int thread = 0; thread < Schedulers.DEFAULT_POOL_SIZE; thread++) {
            resultOf(() -> "has run on this thread before");
        }
        CompletableFuture<Boolean> within = new CompletableFuture<>();
        AtomicReference<Thread> outer = new AtomicReference<>();
        Schedulers.parallel().schedule(() -> {
            outer.set(Thread.currentThread());
            tasks.execute(() -> within.complete(outer.get() == Thread.currentThread()));
            outer.set(null);
        });
        assertThat(within.get(10, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void aTaskThatIsCancelledIsNotInterrupted() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Disposable task = Schedulers.fromExecutor(tasks).schedule(() -> {
            running.countDown();
            try {
                interrupted.complete(!cancelled.await(10, TimeUnit.SECONDS));
            } catch (InterruptedException ex) {
                interrupted.complete(true);
            }
        });
        assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
        task.dispose();
        cancelled.countDown();
        assertThat(interrupted.get(10, TimeUnit.SECONDS)).isFalse();
    }

    private <T> T resultOf(Supplier<T> task) throws ExecutionException, InterruptedException, TimeoutException {
        CompletableFuture<T> result = new CompletableFuture<>();
        tasks.execute(() -> result.complete(task.get()));
        return result.get(10, TimeUnit.SECONDS);
    }
}

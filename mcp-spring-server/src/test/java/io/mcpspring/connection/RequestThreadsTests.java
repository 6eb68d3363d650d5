package io.mcpspring.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
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

class RequestThreadsTests {

    private final RequestThreads threads = new RequestThreads();

    @Test
    void aTaskRunsOnAThreadThatMustNotBlock() throws Exception {
        assertThat(resultOf(Schedulers::isInNonBlockingThread)).isTrue();
    }

    @Test
    void aTaskThatAnotherOneExecutesRunsWithinThatOne() throws Exception {
        List<String> steps = resultOf(() -> {
            List<String> seen = new ArrayList<>();
            Thread outer = Thread.currentThread();
            threads.execute(() -> seen.add("on the same thread: " + (Thread.currentThread() == outer)));
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
            threads.execute(() -> seen[0] = Thread.currentThread().isInterrupted());
            return seen[0];
        });
        assertThat(interrupted).isFalse();
    }

    @Test
    void aTaskDoesNotRunOnTheThreadOfATimer() throws Exception {
        CompletableFuture<Boolean> within = new CompletableFuture<>();
        Schedulers.parallel().schedule(() -> {
            Thread outer = Thread.currentThread();
            threads.execute(() -> within.complete(outer == Thread.currentThread()));
        });
        assertThat(within.get(10, TimeUnit.SECONDS)).isFalse();
    }

    @Test
    void timersDoNotWaitForTasks() throws Exception {
        CountDownLatch timers = new CountDownLatch(Schedulers.DEFAULT_POOL_SIZE);
        List<CompletableFuture<Boolean>> tasks = new ArrayList<>();
        for (int thread = 0; thread < Schedulers.DEFAULT_POOL_SIZE; thread++) {
            tasks.add(occupyUntil(timers));
        }
        for (int thread = 0; thread < Schedulers.DEFAULT_POOL_SIZE; thread++) {
            Schedulers.parallel().schedule(timers::countDown);
        }
        for (CompletableFuture<Boolean> task : tasks) {
            assertThat(task.get(10, TimeUnit.SECONDS)).as("timers have run").isTrue();
        }
    }

    private CompletableFuture<Boolean> occupyUntil(CountDownLatch end) {
        CompletableFuture<Boolean> ended = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                ended.complete(end.await(5, TimeUnit.SECONDS));
            } catch (InterruptedException ex) {
                ended.completeExceptionally(ex);
            }
        });
        return ended;
    }

    @Test
    void aTaskHasTheContextClassLoaderOfTheApplicationAndNotOfTheContainer() throws Exception {
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        CompletableFuture<ClassLoader> seen = new CompletableFuture<>();
        Thread container = new Thread(
                () -> threads.execute(() -> seen.complete(Thread.currentThread().getContextClassLoader())));
        container.setContextClassLoader(new URLClassLoader(new URL[0], application));
        container.start();
        assertThat(seen.get(10, TimeUnit.SECONDS)).isSameAs(application);
    }

    @Test
    void aTaskDoesNotInheritThreadLocalsOfTheContainer() throws Exception {
        InheritableThreadLocal<String> caller = new InheritableThreadLocal<>();
        CompletableFuture<String> seen = new CompletableFuture<>();
        Thread container = new Thread(() -> {
            caller.set("ada");
            threads.execute(() -> seen.complete(String.valueOf(caller.get())));
        });
        container.start();
        assertThat(seen.get(10, TimeUnit.SECONDS)).isEqualTo("null");
    }

    @Test
    void hooksOfSchedulersApplyToTasks() throws Exception {
        AtomicReference<Thread> caller = new AtomicReference<>();
        Schedulers.onScheduleHook("test", task -> {
            caller.set(Thread.currentThread());
            return task;
        });
        try {
            resultOf(() -> "done");
        } finally {
            Schedulers.resetOnScheduleHook("test");
        }
        assertThat(caller).hasValue(Thread.currentThread());
    }

    @Test
    void aTaskThatIsCancelledIsNotInterrupted() throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Disposable task = Schedulers.fromExecutor(threads).schedule(() -> {
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
        threads.execute(() -> result.complete(task.get()));
        return result.get(10, TimeUnit.SECONDS);
    }
}

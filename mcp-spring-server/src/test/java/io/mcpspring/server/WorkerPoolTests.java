package io.mcpspring.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.core.task.TaskRejectedException;

/** When the pool starts threads, and when tasks wait or are refused. */
@Timeout(60)
class WorkerPoolTests {

    private static final int ROUNDS = 500;

    private final WorkerPool pool = new WorkerPool();

    @AfterEach
    void shutDown() {
        pool.shutdown();
    }

    // A task that waited behind another one would never meet it.
    @Test
    void asManyTasksAsThreadsRunAtTheSameTime() throws Exception {
        start(4, 10);
        CyclicBarrier together = new CyclicBarrier(4);
        CyclicBarrier submitted = new CyclicBarrier(2);
        for (int round = 0; round < ROUNDS; round++) {
            List<Future<?>> tasks = new ArrayList<>();
            Thread other = new Thread(() -> {
                await(submitted);
                pool.execute(() -> await(together));
                pool.execute(() -> await(together));
            });
            other.start();
            await(submitted);
            tasks.add(pool.submit(() -> await(together)));
            tasks.add(pool.submit(() -> await(together)));
            for (Future<?> task : tasks) {
                task.get(20, TimeUnit.SECONDS);
            }
            other.join();
        }
        assertThat(pool.getThreadPoolExecutor().getLargestPoolSize()).isEqualTo(4);
    }

    @Test
    void asManyTasksWaitAsTheQueueHolds() throws Exception {
        start(1, 2);
        CountDownLatch end = new CountDownLatch(1);
        List<Future<?>> accepted = new ArrayList<>();
        for (int task = 0; task < 3; task++) {
            accepted.add(pool.submit(() -> end.await(20, TimeUnit.SECONDS)));
        }
        assertThat(pool.getThreadPoolExecutor().getQueue().remainingCapacity()).isZero();
        assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(TaskRejectedException.class);
        end.countDown();
        for (Future<?> task : accepted) {
            task.get(20, TimeUnit.SECONDS);
        }
        pool.submit(() -> {}).get(20, TimeUnit.SECONDS);
    }

    @Test
    void aTaskThatIsRemovedMakesRoomForAnother() throws Exception {
        start(1, 1);
        CountDownLatch end = new CountDownLatch(1);
        pool.execute(() -> await(end));
        Runnable removed = () -> {};
        pool.execute(removed);
        assertThat(pool.getThreadPoolExecutor().remove(removed)).isTrue();
        Future<?> next = pool.submit(() -> {});
        end.countDown();
        next.get(20, TimeUnit.SECONDS);
    }

    @Test
    void threadsThatWaitForLongEnd() throws Exception {
        pool.setKeepAliveSeconds(1);
        start(2, 1);
        pool.submit(() -> {}).get(20, TimeUnit.SECONDS);
        Awaitility.await().until(() -> pool.getPoolSize() == 0);
        pool.submit(() -> {}).get(20, TimeUnit.SECONDS);
    }

    private void start(int threads, int capacity) {
        pool.setMaxPoolSize(threads);
        pool.setQueueCapacity(capacity);
        pool.initialize();
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (Exception broken) {
            throw new IllegalStateException(broken);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}

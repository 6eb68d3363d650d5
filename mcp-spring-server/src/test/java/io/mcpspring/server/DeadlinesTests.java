package io.mcpspring.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.scheduler.Schedulers;

class DeadlinesTests {

    @Test
    void anActionRunsAfterItsTime() throws Exception {
        CompletableFuture<Long> run = new CompletableFuture<>();
        long begin = System.nanoTime();

        Deadlines.after(Duration.ofMillis(120), () -> run.complete(System.nanoTime() - begin));

        assertThat(Duration.ofNanos(run.get(10, TimeUnit.SECONDS))).isGreaterThanOrEqualTo(Duration.ofMillis(120));
    }

    @Test
    void anActionThatIsDisposedDoesNotRun() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch later = new CountDownLatch(1);

        Disposable disposed = Deadlines.after(Duration.ofSeconds(1), runs::incrementAndGet);
        Deadlines.after(Duration.ofMillis(1_200), later::countDown);
        disposed.dispose();

        assertThat(later.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(runs).hasValue(0);
    }

    @Test
    void deadlinesAreCheckedAgainAfterAllHaveEnded() throws Exception {
        for (int round = 0; round < 3; round++) {
            CountDownLatch all = new CountDownLatch(20);
            List<Disposable> others = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Deadlines.after(Duration.ofMillis(10), all::countDown);
                others.add(Deadlines.after(Duration.ofDays(1_000_000), all::countDown));
            }
            others.forEach(Disposable::dispose);
            assertThat(all.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void anActionThatFailsDoesNotKeepOthersFromRunning() throws Exception {
        CountDownLatch run = new CountDownLatch(2);

        Deadlines.after(Duration.ZERO, run::countDown);
        Deadlines.after(Duration.ZERO, () -> {
            run.countDown();
            throw new IllegalStateException("expected");
        });
        assertThat(run.await(10, TimeUnit.SECONDS)).isTrue();
        CountDownLatch later = new CountDownLatch(1);
        Deadlines.after(Duration.ofMillis(60), later::countDown);

        assertThat(later.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aThreadThatIsOccupiedDelaysOnlyItsOwnActions() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try {
            Schedulers.parallel().schedule(() -> await(release));
            for (int round = 0; round < 2 * Runtime.getRuntime().availableProcessors(); round++) {
                CountDownLatch any = new CountDownLatch(1);
                for (int i = 0; i < 2; i++) {
                    Deadlines.after(Duration.ofMillis(10), any::countDown);
                }
                assertThat(any.await(10, TimeUnit.SECONDS)).isTrue();
            }
        } finally {
            release.countDown();
        }
    }

    private static void await(CountDownLatch release) {
        try {
            release.await();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}

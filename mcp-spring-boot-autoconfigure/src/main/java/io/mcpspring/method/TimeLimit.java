package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/** Ends work that takes too long; the time stands still while the client is asked. */
@Internal
public final class TimeLimit {

    private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);

    private TimeLimit() {}

    /**
     * The same work, cancelled and replaced when it takes too long.
     *
     * @param limit zero for none
     */
    public static <T> Mono<T> of(Duration limit, Mono<T> work, Exchange exchange, Supplier<Mono<T>> tooLate) {
        return limit.isZero()
                ? work
                : Mono.<Mono<T>>create(answer -> new Watch<>(limit, exchange, tooLate, answer).start(work))
                        .flatMap(outcome -> outcome);
    }

    /** A limit for people. */
    public static String text(Duration limit) {
        return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
    }

    private record Watch<T>(Duration limit, Exchange exchange, Supplier<Mono<T>> tooLate, MonoSink<Mono<T>> answer) {

        // A timer costs more than many a call: work that is done at once gets none.
        void start(Mono<T> work) {
            long begin = System.nanoTime();
            Disposable running = work.subscribe(
                    value -> answer.success(Mono.just(value)),
                    answer::error,
                    answer::success,
                    Context.of(answer.contextView()));
            if (!running.isDisposed()) {
                Disposable.Swap timer = Disposables.swap();
                answer.onDispose(Disposables.composite(running, timer));
                wait(begin, running, timer);
            }
        }

        private void wait(long begin, Disposable running, Disposable.Swap timer) {
            Duration used = Duration.ofNanos(System.nanoTime() - begin)
                    .minus(exchange.timeAsking().total());
            Duration left = limit.minus(used);
            if (left.isNegative() || left.isZero()) {
                running.dispose();
                answer.success(tooLate.get());
            } else {
                // Not too often: while the client is asked, the time left stays as it is.
                timer.replace(Schedulers.parallel()
                        .schedule(
                                () -> wait(begin, running, timer),
                                Math.max(left.toMillis() + 1, SHORTEST_WAIT.toMillis()),
                                TimeUnit.MILLISECONDS));
            }
        }
    }
}

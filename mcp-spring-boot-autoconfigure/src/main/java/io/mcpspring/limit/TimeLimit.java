package io.mcpspring.limit;

import io.mcpspring.Internal;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.StoppedException;
import io.mcpspring.protocol.McpResult;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/**
 * Ends invocations that take too long. The time in which the client is asked does not count.
 *
 * @param limit for entries that have none of their own; zero for none
 */
@Internal
public record TimeLimit(Duration limit) implements BuiltInInterceptor {

    private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);

    @Override
    public InterceptorStage stage() {
        return InterceptorStage.TIME;
    }

    @Override
    public Mono<McpResult> intercept(McpInvocation invocation, Chain chain) {
        Invocation<?, ?> limited = (Invocation<?, ?>) invocation;
        Duration time = limited.timeout(limit);
        Mono<McpResult> work = chain.proceed(invocation);
        return time.isZero() ? work : Mono.create(result -> new Watch(time, limited, result).start(work));
    }

    private static final class Watch extends BaseSubscriber<McpResult> {

        private final Duration limit;

        private final Invocation<?, ?> invocation;

        private final MonoSink<McpResult> result;

        private final long begin = System.nanoTime();

        Watch(Duration limit, Invocation<?, ?> invocation, MonoSink<McpResult> result) {
            this.limit = limit;
            this.invocation = invocation;
            this.result = result;
        }

        @Override
        public Context currentContext() {
            return Context.of(result.contextView());
        }

        // Work that ends at once gets no timer, because a timer costs more than many calls.
        void start(Mono<McpResult> work) {
            work.subscribe(this);
            if (!isDisposed()) {
                Disposable.Swap timer = Disposables.swap();
                // Not when the result is there: that would cancel work that has not completed yet.
                result.onCancel(this);
                result.onDispose(timer);
                wait(timer);
            }
        }

        private void wait(Disposable.Swap timer) {
            Duration used = Duration.ofNanos(System.nanoTime() - begin)
                    .minus(invocation.exchange().timeAsking().total());
            Duration left = limit.minus(used);
            if (left.isNegative() || left.isZero()) {
                cancel();
                invocation
                        .failed(new StoppedException("it did not finish within " + text(limit)))
                        .subscribe(result::success, result::error);
            } else {
                // Not too often: while the client is asked, the time left stays the same.
                timer.replace(Schedulers.parallel()
                        .schedule(
                                () -> wait(timer),
                                Math.max(left.toMillis() + 1, SHORTEST_WAIT.toMillis()),
                                TimeUnit.MILLISECONDS));
            }
        }

        private static String text(Duration limit) {
            return limit.toMillis() % 1000 == 0 ? limit.toSeconds() + " s" : limit.toMillis() + " ms";
        }

        @Override
        protected void hookOnNext(McpResult value) {
            result.success(value);
        }

        @Override
        protected void hookOnError(Throwable failure) {
            result.error(failure);
        }

        @Override
        protected void hookOnComplete() {
            result.success();
        }
    }
}

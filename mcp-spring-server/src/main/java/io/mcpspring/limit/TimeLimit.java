package io.mcpspring.limit;

import io.mcpspring.Internal;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.method.StoppedException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.Deadlines;
import java.time.Duration;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.Context;

/** Ends invocations that take too long. The time in which the client is asked does not count. */
@Internal
public final class TimeLimit implements BuiltInInterceptor {

    private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);

    private final Duration limit;

    private final Deadlines deadlines = new Deadlines();

    /** @param limit for entries that have none of their own; zero for none */
    public TimeLimit(Duration limit) {
        this.limit = limit;
    }

    public Duration limit() {
        return limit;
    }

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

    private final class Watch extends BaseSubscriber<McpResult> {

        private final Duration time;

        private final Invocation<?, ?> invocation;

        private final MonoSink<McpResult> result;

        private final Context context;

        private final long begin = System.nanoTime();

        Watch(Duration time, Invocation<?, ?> invocation, MonoSink<McpResult> result) {
            this.time = time;
            this.invocation = invocation;
            this.result = result;
            this.context = Context.of(result.contextView());
        }

        @Override
        public Context currentContext() {
            return context;
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
            Duration left = time.minus(used);
            if (left.isNegative() || left.isZero()) {
                cancel();
                invocation
                        .failed(new StoppedException("it did not finish within " + text(time)))
                        .subscribe(result::success, result::error);
            } else {
                // Not too often: while the client is asked, the time left stays the same.
                timer.replace(
                        deadlines.after(left.compareTo(SHORTEST_WAIT) > 0 ? left : SHORTEST_WAIT, () -> wait(timer)));
            }
        }

        private static String text(Duration time) {
            return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
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

package io.mcpspring.tool;

import io.mcpspring.protocol.CallToolResult;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/**
 * Ends calls that take too long: the work is cancelled and the model learns of the limit.
 *
 * @param limit for tools that have none of their own; zero for none
 */
record TimeLimit(Duration limit) implements ToolInterceptor {

    private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);

    @Override
    public Mono<CallToolResult> intercept(ToolCall call, Function<ToolCall, Mono<CallToolResult>> next) {
        Duration own = call.tool().timeout();
        Duration time = own != null ? own : this.limit;
        Mono<CallToolResult> work = next.apply(call);
        return time.isZero() ? work : Mono.create(answer -> new Watch(call, time, answer).start(work));
    }

    /** The time of one call, which stands still while the client is asked. */
    private record Watch(ToolCall call, Duration limit, MonoSink<CallToolResult> answer) {

        // A timer costs more than many a call: those that are done at once get none.
        void start(Mono<CallToolResult> work) {
            long begin = System.nanoTime();
            Disposable running = work.subscribe(answer::success, answer::error, answer::success,
                    Context.of(answer.contextView()));
            if (!running.isDisposed()) {
                Disposable.Swap timer = Disposables.swap();
                answer.onDispose(Disposables.composite(running, timer));
                wait(begin, running, timer);
            }
        }

        private void wait(long begin, Disposable running, Disposable.Swap timer) {
            Duration used = Duration.ofNanos(System.nanoTime() - begin).minus(call.exchange().timeAsking().total());
            Duration left = limit.minus(used);
            if (left.isNegative() || left.isZero()) {
                running.dispose();
                answer.success(tooLate(call.tool(), limit));
            } else {
                // Not too often: while the client is asked, the time left stays as it is.
                timer.replace(Schedulers.parallel().schedule(() -> wait(begin, running, timer),
                        Math.max(left.toMillis() + 1, SHORTEST_WAIT.toMillis()), TimeUnit.MILLISECONDS));
            }
        }
    }

    private static CallToolResult tooLate(RegisteredTool tool, Duration time) {
        return CallToolResult.error("Tool '" + tool.name() + "' was stopped: it did not finish within "
                + text(time) + ".");
    }

    private static String text(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}

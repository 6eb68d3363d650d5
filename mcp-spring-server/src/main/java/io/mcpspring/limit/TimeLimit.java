package io.mcpspring.limit;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallerThread;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.StoppedException;
import io.mcpspring.method.UserTask;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.Deadlines;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;

/**
 * Ends invocations that take too long. The time in which the client is asked does not count.
 *
 * @param limit for entries that have none of their own; zero for none
 */
@Internal
public record TimeLimit(Duration limit) implements BuiltInInterceptor {

    /** The name of the bean; one of the application takes its place. */
    public static final String BEAN = "io.mcpspring.timeLimit";

    private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);

    private static final int ATTEMPTS = 20;

    @Override
    public InterceptorStage stage() {
        return InterceptorStage.TIME;
    }

    @Override
    public Mono<McpResult> intercept(Invocation<?, ?> invocation, Chain chain) {
        Duration time = invocation.timeout(limit);
        Mono<McpResult> work = chain.proceed(invocation);
        // Work that ends at once gets no timer: the second one is subscribed to if the first one has not signalled.
        return time.isZero()
                ? work
                : Mono.deferContextual(context -> {
                    long begin = System.nanoTime();
                    AtomicInteger open = new AtomicInteger();
                    Mono<McpResult> counted = work.contextWrite(inner -> UserTask.counted(inner, open));
                    Mono<McpResult> over = Mono.defer(() -> over(invocation, time, begin));
                    // Work may occupy the thread of its caller until it ends.
                    Mono<McpResult> first = CallerThread.isCurrent(context)
                            ? Mono.firstWithSignal(over, counted)
                            : Mono.firstWithSignal(counted, over);
                    return first.onErrorResume(
                            StoppedException.class,
                            stopped -> hasEnded(open)
                                    .flatMap(ended -> invocation.failed(ended ? stopped : stopped.ofUnstoppable())));
                });
    }

    /** Emits whether the work has ended, for which it has a moment after its thread was interrupted. */
    private static Mono<Boolean> hasEnded(AtomicInteger open) {
        return Mono.fromSupplier(open::get)
                .filter(number -> number == 0)
                .repeatWhenEmpty(again -> again.take(ATTEMPTS).delayElements(SHORTEST_WAIT))
                .hasElement();
    }

    private Mono<McpResult> over(Invocation<?, ?> invocation, Duration time, long begin) {
        Mono<Duration> left = Mono.fromSupplier(() -> time.minusNanos(System.nanoTime() - begin)
                .plus(invocation.exchange().timeAsking().total()));
        return Deadlines.after(time)
                // Assembled late, because few calls last for so long.
                .flatMap(over -> left.filter(rest -> rest.isNegative() || rest.isZero())
                        .repeatWhenEmpty(again -> again.flatMap(empty -> left.flatMap(this::pause)))
                        .flatMap(rest -> Mono.error(new StoppedException("it did not finish within " + text(time)))));
    }

    // Not too short: while the client is asked, the time left stays the same.
    private Mono<Duration> pause(Duration left) {
        return Deadlines.after(left.compareTo(SHORTEST_WAIT) > 0 ? left : SHORTEST_WAIT);
    }

    private static String text(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}

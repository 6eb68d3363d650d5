package io.mcpspring.limit;

import io.mcpspring.exchange.CallerThread;
import io.mcpspring.method.Invocation;
import io.mcpspring.method.StoppedException;
import io.mcpspring.method.UserTask;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.Deadlines;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.Context;

/** The work of an invocation, which is cancelled when its time is over. */
final class LimitedWork implements CoreSubscriber<McpResult>, Disposable {

    private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);

    private static final int ATTEMPTS = 20;

    private final Invocation<?, ?> invocation;

    private final Duration time;

    private final MonoSink<McpResult> result;

    private final Context context;

    private final long begin = System.nanoTime();

    /** The number of tasks of the method that have not ended. */
    private final AtomicInteger runningTasks = new AtomicInteger();

    private final AtomicBoolean ended = new AtomicBoolean();

    private final Disposable.Swap work = Disposables.swap();

    private final Disposable.Swap timer = Disposables.swap();

    LimitedWork(Invocation<?, ?> invocation, Duration time, MonoSink<McpResult> result) {
        this.invocation = invocation;
        this.time = time;
        this.result = result;
        this.context = UserTask.countingIn(Context.of(result.contextView()), runningTasks);
    }

    void begin(Mono<McpResult> source) {
        result.onCancel(this);
        // Without a timer, which would wake another thread for each call.
        CallerThread.watch(context, this::endIfOver);
        source.subscribe(this);
        if (!ended.get()) {
            awaitEnd();
        }
    }

    @Override
    public void dispose() {
        timer.dispose();
        work.dispose();
    }

    @Override
    public Context currentContext() {
        return context;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        work.update(subscription::cancel);
        if (ended.get()) {
            subscription.cancel();
        } else {
            subscription.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(McpResult value) {
        if (endOnce()) {
            result.success(value);
        }
    }

    @Override
    public void onComplete() {
        if (endOnce()) {
            result.success();
        }
    }

    @Override
    public void onError(Throwable failure) {
        if (!endOnce()) {
            return;
        }
        if (failure instanceof StoppedException stopped) {
            answerStopped(stopped);
        } else {
            result.error(failure);
        }
    }

    /** Ends the wait for a signal, and the timer; returns whether this signal is the first one. */
    private boolean endOnce() {
        boolean first = ended.compareAndSet(false, true);
        if (first) {
            timer.dispose();
        }
        return first;
    }

    // Synchronized, because a timer that is over at once must not be replaced by the one before.
    private synchronized void awaitEnd() {
        Duration left = left();
        // Not too short: while the client is asked, the time left stays the same.
        timer.update(Deadlines.after(left.compareTo(SHORTEST_WAIT) > 0 ? left : SHORTEST_WAIT, () -> {
            if (!endIfOver()) {
                awaitEnd();
            }
        }));
    }

    private Duration left() {
        return time.minusNanos(System.nanoTime() - begin)
                .plus(invocation.exchange().timeAsking().total());
    }

    /** Ends the work if its time is over; returns whether it has ended. */
    private boolean endIfOver() {
        if (left().compareTo(Duration.ZERO) > 0) {
            return ended.get();
        }
        if (endOnce()) {
            work.update(Disposables.disposed());
            answerStopped(new StoppedException("it did not finish within " + text(time)));
        }
        return true;
    }

    private void answerStopped(StoppedException stopped) {
        work.replace(areTasksDone()
                .flatMap(all -> invocation.failed(all ? stopped : stopped.ofUnstoppable()))
                .subscribe(result::success, result::error, null, context));
    }

    /** Emits whether all tasks have ended, for which they have a moment after their threads were interrupted. */
    private Mono<Boolean> areTasksDone() {
        return Mono.fromSupplier(runningTasks::get)
                .filter(number -> number == 0 || number >= UserTask.GOES_ON)
                .repeatWhenEmpty(again -> again.take(ATTEMPTS).delayElements(SHORTEST_WAIT))
                .filter(number -> number == 0)
                .hasElement();
    }

    private static String text(Duration time) {
        return time.toMillis() % 1000 == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
    }
}

package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.exchange.CallerThread;
import io.mcpspring.server.ThreadLocals;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** Code of the application that runs on one thread, with the thread-locals of its request. */
@Internal
public final class UserTask<T> extends FutureTask<T> implements Disposable {

    /**
     * Added to the number of open tasks for work that no interrupt ends. A request cannot have as many tasks, so a
     * number of at least this says that some of its work goes on.
     */
    public static final int GOES_ON = 1 << 16;

    private static final String OPEN = UserTask.class.getName() + ".open";

    private final MonoSink<T> sink;

    private final AtomicInteger open;

    /** Whether it is one of the open tasks. */
    private final AtomicBoolean counted;

    /** Removes the task from a queue. */
    private final Disposable.Swap queued = Disposables.swap();

    private UserTask(Callable<T> code, MonoSink<T> sink, AtomicInteger open, AtomicBoolean counted) {
        super(() -> {
            open.incrementAndGet();
            counted.set(true);
            return code.call();
        });
        this.counted = counted;
        this.sink = sink;
        this.open = open;
    }

    /**
     * Returns a context whose tasks count themselves: one more when a task begins, and one less when it fails, or
     * returns before it is cancelled.
     */
    public static Context countingIn(Context context, AtomicInteger open) {
        return context.put(OPEN, open);
    }

    /** Notes that work may go on if it is cancelled. */
    public static <T> Mono<T> unstoppable(Mono<T> work) {
        return Mono.deferContextual(context -> work.doOnCancel(() -> goesOn(context)));
    }

    /** Notes that work may go on although it is cancelled. */
    static void goesOn(ContextView context) {
        open(context).addAndGet(GOES_ON);
    }

    private static AtomicInteger open(ContextView context) {
        return context.hasKey(OPEN) ? context.get(OPEN) : new AtomicInteger();
    }

    /**
     * Emits what code returns or throws. The code runs for each subscription. A cancellation interrupts its thread.
     *
     * @param place begins to run a task; returns how to remove it from a queue
     */
    static <T> Mono<T> run(Callable<T> code, BiFunction<Runnable, ContextView, Disposable> place) {
        return Mono.create(sink -> run(code, place, sink, sink::onCancel));
    }

    /**
     * Runs code, and signals what it returns or throws.
     *
     * @param cancellation receives how to cancel the task
     */
    static <T> void run(
            Callable<T> code,
            BiFunction<Runnable, ContextView, Disposable> place,
            MonoSink<T> sink,
            Consumer<Disposable> cancellation) {
        ContextView context = sink.contextView();
        UserTask<T> task = new UserTask<>(code, sink, open(context), new AtomicBoolean());
        cancellation.accept(task);
        UserCode.run(
                () -> task.queued.update(place.apply(task, context)),
                failure -> UserCode.fail(
                        sink, failure instanceof RejectedExecutionException full ? new BusyException(full) : failure));
    }

    /** Emits what code returns or throws that may block: on the thread of the caller, or else on another one. */
    public static <T> Mono<T> blocking(Callable<T> code) {
        return run(code, UserTask::whereItMayBlock);
    }

    /** Emits what code returns or throws that may block on this thread. */
    public static <T> Mono<T> here(Callable<T> code) {
        return run(code, UserTask::here);
    }

    /** Runs a task where it may block. */
    static Disposable whereItMayBlock(Runnable task, ContextView context) {
        return CallerThread.isCurrent(context)
                ? here(task, context)
                : Schedulers.boundedElastic().schedule(task);
    }

    /** Runs a task on this thread. */
    static Disposable here(Runnable task, ContextView context) {
        task.run();
        return Disposables.disposed();
    }

    @Override
    public void run() {
        UserCode.run(() -> ThreadLocals.with(sink.contextView(), super::run), this::setException);
        if (isCancelled()) {
            // The interrupt was for this code, not for the next task of the thread.
            Thread.interrupted();
        }
    }

    @Override
    public void dispose() {
        cancel(true);
        queued.dispose();
    }

    @Override
    protected void set(@Nullable T value) {
        super.set(value);
        if (!isCancelled()) {
            leave();
        }
        sink.success(value);
    }

    @Override
    protected void setException(Throwable failure) {
        super.setException(failure);
        leave();
        UserCode.fail(sink, failure);
    }

    // Restoring the thread-locals may fail before the code begins, and after it has returned.
    private void leave() {
        if (counted.getAndSet(false)) {
            open.decrementAndGet();
        }
    }
}

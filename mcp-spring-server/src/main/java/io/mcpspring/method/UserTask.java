package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.exchange.CallerThread;
import io.mcpspring.server.ThreadLocals;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
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
public final class UserTask<T> extends FutureTask<T> {

    private static final String OPEN = UserTask.class.getName() + ".open";

    private final MonoSink<T> sink;

    private final AtomicInteger open;

    private UserTask(Callable<T> code, MonoSink<T> sink, AtomicInteger open) {
        super(() -> {
            open.incrementAndGet();
            return code.call();
        });
        this.sink = sink;
        this.open = open;
    }

    /** Returns a context in which the tasks are counted that have begun, and have not failed, if they are cancelled. */
    public static Context counted(Context context, AtomicInteger open) {
        return context.put(OPEN, open);
    }

    /**
     * Emits what code returns or throws. The code runs for each subscription. A cancellation interrupts its thread.
     *
     * @param place begins to run a task; returns how to remove it from a queue
     */
    static <T> Mono<T> run(Callable<T> code, BiFunction<Runnable, ContextView, Disposable> place) {
        return Mono.create(sink -> {
            ContextView context = sink.contextView();
            AtomicInteger open = context.hasKey(OPEN) ? context.get(OPEN) : new AtomicInteger();
            UserTask<T> task = new UserTask<>(code, sink, open);
            Disposable.Composite cancellation = Disposables.composite(() -> task.cancel(true));
            sink.onCancel(cancellation);
            UserCode.run(
                    () -> cancellation.add(place.apply(task, context)),
                    failure -> UserCode.fail(
                            sink,
                            failure instanceof RejectedExecutionException full ? new BusyException(full) : failure));
        });
    }

    /** Emits what code returns or throws that may block: on the thread of the caller, or else on another one. */
    public static <T> Mono<T> blocking(Callable<T> code) {
        return run(
                code,
                (task, context) -> CallerThread.isCurrent(context)
                        ? runHere(task)
                        : Schedulers.boundedElastic().schedule(task));
    }

    /** Emits what code returns or throws that may block on this thread. */
    public static <T> Mono<T> here(Callable<T> code) {
        return run(code, (task, context) -> runHere(task));
    }

    static Disposable runHere(Runnable task) {
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
    protected void set(@Nullable T value) {
        super.set(value);
        if (!isCancelled()) {
            open.decrementAndGet();
        }
        sink.success(value);
    }

    @Override
    protected void setException(Throwable failure) {
        super.setException(failure);
        open.decrementAndGet();
        UserCode.fail(sink, failure);
    }
}

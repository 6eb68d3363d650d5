package io.mcpspring.method;

import io.mcpspring.UserCode;
import io.mcpspring.server.ThreadLocals;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Schedulers;

/** Code of the application that runs on one thread, with the thread-locals of its request. */
final class UserTask<T> extends FutureTask<T> {

    private final MonoSink<T> sink;

    private final boolean interruptible;

    private UserTask(Callable<T> code, boolean interruptible, MonoSink<T> sink) {
        super(code);
        this.interruptible = interruptible;
        this.sink = sink;
    }

    /**
     * Emits what code returns or throws. The code runs for each subscription.
     *
     * @param interruptible whether a cancellation interrupts the thread on which the code runs
     * @param place begins to run a task; returns how to remove it from a queue
     */
    static <T> Mono<T> run(Callable<T> code, boolean interruptible, Function<Runnable, Disposable> place) {
        return Mono.create(sink -> {
            UserTask<T> task = new UserTask<>(code, interruptible, sink);
            Disposable.Composite cancellation = Disposables.composite(() -> task.cancel(interruptible));
            sink.onCancel(cancellation);
            UserCode.run(
                    () -> cancellation.add(place.apply(task)),
                    failure -> UserCode.fail(
                            sink,
                            failure instanceof RejectedExecutionException full ? new BusyException(full) : failure));
        });
    }

    /** Returns this thread, or another one, which may be occupied. */
    static Function<Runnable, Disposable> place(boolean another) {
        return another
                ? Schedulers.boundedElastic()::schedule
                : task -> {
                    task.run();
                    return Disposables.disposed();
                };
    }

    @Override
    public void run() {
        UserCode.run(() -> ThreadLocals.with(sink.contextView(), super::run), this::setException);
        if (isCancelled() && interruptible) {
            // The interrupt was for this code, not for the next task of the thread.
            Thread.interrupted();
        }
    }

    @Override
    protected void set(@Nullable T value) {
        super.set(value);
        sink.success(value);
    }

    @Override
    protected void setException(Throwable failure) {
        super.setException(failure);
        UserCode.fail(sink, failure);
    }
}

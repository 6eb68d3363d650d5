package io.mcpspring.method;

import io.mcpspring.exchange.Conversion;
import io.mcpspring.method.BeanMethodInvoker.Arguments;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.ThreadLocals;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.core.ReactiveAdapter;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Exceptions;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/**
 * One invocation, from the subscription to its only signal. The task catches errors that Reactor's operators would
 * rethrow as fatal without a signal, and interrupts its thread when it is cancelled, on any executor.
 */
final class MethodCall<T> extends FutureTask<Object> {

    private static final Log logger = LogFactory.getLog(MethodCall.class);

    private final BeanMethodInvoker invoker;
    private final Arguments arguments;
    private final IntConsumer progress;
    private final Predicate<Object> slow;
    private final Conversion<T> conversion;
    private final MonoSink<T> sink;
    private final Disposable.Swap cancellation = Disposables.swap();
    private final Disposable.Swap uninterrupted = Disposables.swap();
    private volatile @Nullable Thread worker;

    MethodCall(
            BeanMethodInvoker invoker,
            Arguments arguments,
            IntConsumer progress,
            Predicate<Object> slow,
            Conversion<T> conversion,
            MonoSink<T> sink) {
        super(() -> invoker.method().invoke(arguments));
        this.invoker = invoker;
        this.arguments = arguments;
        this.progress = progress;
        this.slow = slow;
        this.conversion = conversion;
        this.sink = sink;
    }

    void start() {
        cancellation.replace(invoker.isAsync() ? () -> cancel(false) : this::interrupt);
        sink.onCancel(this::stopWork);
        if (!invoker.isAsync()) {
            runOnWorker();
        } else if (arguments.areSlow()) {
            runElsewhere(this, () -> cancel(false));
        } else {
            run();
        }
    }

    private void interrupt() {
        if (cancel(true)) {
            Thread thread = worker;
            if (thread != null) {
                uninterrupted.replace(invoker.uninterrupted().watch(thread));
            }
        }
    }

    /** Exceptions of the application's own cancellation must not prevent the response. */
    private void stopWork() {
        try {
            cancellation.dispose();
        } catch (Throwable notCancellable) {
            logger.debug("The work of a cancelled call could not be stopped", notCancellable);
        }
        leaveQueue(invoker.workers());
    }

    /** Removes this call from the queue of the workers: a call that never ran must not occupy it. */
    private void leaveQueue(Executor workers) {
        if (workers instanceof WorkerPool pool) {
            pool.remove(this);
        } else if (workers instanceof ThreadPoolTaskExecutor pool) {
            pool.getThreadPoolExecutor().remove(this);
        } else if (workers instanceof ThreadPoolExecutor pool) {
            pool.remove(this);
        }
    }

    private void runOnWorker() {
        try {
            invoker.workers().execute(this);
        } catch (RejectedExecutionException rejected) {
            fail(new BusyException(rejected));
        } catch (Throwable failure) {
            fail(failure);
        }
    }

    /** Runs what must not occupy a non-blocking thread. If it is cancelled before, it does not stay in the queue. */
    private void runElsewhere(Runnable work, Disposable interruption) {
        Disposable.Composite stop = Disposables.composite(interruption);
        // Before the work begins, which may replace it.
        cancellation.replace(stop);
        try {
            stop.add(Schedulers.boundedElastic().schedule(work));
        } catch (RejectedExecutionException rejected) {
            fail(new BusyException(rejected));
        }
    }

    @Override
    public void run() {
        worker = Thread.currentThread();
        try {
            ThreadLocals.with(sink.contextView(), super::run);
        } catch (Throwable failure) {
            setException(failure);
        }
        worker = null;
        if (isCancelled()) {
            uninterrupted.dispose();
            if (!invoker.isAsync()) {
                // The interrupt was for this call, not for the next task of the worker.
                Thread.interrupted();
            }
        }
    }

    @Override
    protected void set(@Nullable Object returned) {
        super.set(returned);
        if (isCancelled() && returned instanceof CompletionStage<?> future) {
            future.toCompletableFuture().cancel(true);
        }
    }

    @Override
    protected void done() {
        if (isCancelled()) {
            return;
        }
        try {
            deliver(get());
        } catch (Throwable failure) {
            fail(failure);
        }
    }

    private void deliver(@Nullable Object returned) {
        ReactiveAdapter adapter = returned != null ? invoker.adapterOf(returned) : null;
        if (adapter == null) {
            convert(returned);
        } else if (returned instanceof CompletionStage<?> stage) {
            await(stage);
        } else {
            adapter.toPublisher(returned).subscribe(new Receiver(adapter.isMultiValue()));
        }
    }

    private void await(CompletionStage<?> stage) {
        cancellation.replace(() -> stage.toCompletableFuture().cancel(true));
        stage.whenComplete((value, failure) -> {
            if (failure != null) {
                fail(failure);
            } else {
                convert(value);
            }
        });
    }

    /** On this thread, unless it must not be occupied for as long as this value takes. */
    private void convert(@Nullable Object value) {
        if (cancellation.isDisposed()) {
            return;
        }
        ConversionRun<T> run = new ConversionRun<>(() -> conversion.convert(value), sink);
        Disposable interruption = () -> run.cancel(true);
        if (invoker.isAsync() && isSlow(value)) {
            runElsewhere(run, interruption);
        } else {
            cancellation.replace(interruption);
            run.run();
        }
    }

    private boolean isSlow(@Nullable Object value) {
        try {
            return value != null && slow.test(value);
        }
        // Iterating runs code of the application; the conversion fails for the same reason, and signals it.
        catch (Throwable failure) {
            return true;
        }
    }

    @Override
    protected void setException(Throwable failure) {
        super.setException(failure);
        if (isCancelled()) {
            failLate(failure);
        }
    }

    private void fail(Throwable failure) {
        if (cancellation.isDisposed()) {
            failLate(failure);
        } else {
            sink.error(unwrap(failure));
        }
    }

    private void failLate(Throwable failure) {
        ErrorReport.logLate(logger, invoker.method().describe() + " failed", unwrap(failure));
    }

    private static Throwable unwrap(Throwable failure) {
        Throwable current = failure;
        for (Throwable inner = inside(current); inner != null; inner = inside(current)) {
            current = inner;
        }
        return current;
    }

    private static @Nullable Throwable inside(Throwable failure) {
        if (failure instanceof InvocationTargetException
                || failure instanceof UndeclaredThrowableException
                || failure instanceof CompletionException
                || failure instanceof ExecutionException) {
            return failure.getCause();
        }
        if (Exceptions.isRetryExhausted(failure)) {
            return failure.getCause();
        }
        Throwable unwrapped = Exceptions.unwrap(failure);
        return unwrapped != failure ? unwrapped : null;
    }

    /** Passes on the first value of a publisher, or the list of all; a cancelled call ignores it. */
    private final class Receiver implements CoreSubscriber<Object> {

        private final Context context = Context.of(sink.contextView());
        private final int limit = invoker.maxCollected();
        private final @Nullable List<Object> elements;
        private boolean ended;

        Receiver(boolean multiValue) {
            this.elements = multiValue ? new ArrayList<>() : null;
        }

        @Override
        public Context currentContext() {
            return context;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            cancellation.replace(subscription::cancel);
            subscription.request(limit + 1L);
        }

        @Override
        public void onNext(Object value) {
            try {
                take(value);
            }
            // Thrown into the publisher, an error of the JVM would get lost.
            catch (Throwable failure) {
                cancellation.dispose();
                sink.error(failure);
            }
        }

        private void take(Object value) {
            if (ended) {
                Operators.onNextDropped(value, context);
            } else if (elements == null) {
                ended = true;
                convert(value);
            } else if (elements.size() < limit) {
                elements.add(value);
                progress.accept(elements.size());
            } else {
                ended = true;
                cancellation.dispose();
                sink.error(new StoppedException("it returned more than " + limit + " elements"));
            }
        }

        @Override
        public void onError(Throwable failure) {
            if (ended) {
                Operators.onErrorDropped(failure, context);
            } else {
                ended = true;
                fail(failure);
            }
        }

        @Override
        public void onComplete() {
            if (!ended) {
                ended = true;
                convert(elements);
            }
        }
    }
}

package io.mcpspring;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * The entrance to code of the application: methods of beans, interceptors, resolvers, rules, stores, and conversions,
 * which run getters. Everything that it throws is passed on as a value or as a signal. Reactor's operators would
 * rethrow an error of the JVM to the source of a stream, where it gets lost.
 */
@Internal
public final class UserCode {

    /**
     * What follows the end of a {@code Mono} of the application.
     *
     * @param <T> its value
     * @param <R> the result
     */
    public interface Completion<T, R> {

        /**
         * Signals the result, now or later.
         *
         * @param value {@code null} for none
         * @param cancellation receives how to cancel what is not done yet
         */
        void complete(@Nullable T value, MonoSink<R> result, Consumer<Disposable> cancellation);
    }

    private static final Log logger = LogFactory.getLog(UserCode.class);

    private UserCode() {}

    /**
     * Returns what code returns.
     *
     * @param failed returns a value for what the code throws
     */
    public static <T extends @Nullable Object> T call(
            Callable<? extends T> code, Function<Throwable, ? extends T> failed) {
        try {
            return code.call();
        } catch (Throwable failure) {
            return failed.apply(failure);
        }
    }

    /**
     * Runs code.
     *
     * @param failed receives what the code throws
     */
    public static void run(Runnable code, Consumer<Throwable> failed) {
        try {
            code.run();
        } catch (Throwable failure) {
            failed.accept(failure);
        }
    }

    /**
     * Returns the signals of the {@code Mono} that code returns, or what the code throws, also while its {@code Mono}
     * is subscribed to. The code runs for each subscription. Failures after the end and of a cancellation have no
     * effect.
     */
    public static <T> Mono<T> mono(Callable<? extends Mono<? extends T>> code) {
        return mono(
                code,
                (context, task) -> task.run(),
                (value, result, cancellation) -> result.success(value),
                context -> {});
    }

    /**
     * As {@link #mono(Callable)}, within a scope.
     *
     * @param scope runs the code and the subscription, given the context of the subscriber
     * @param completion makes the result of the value
     * @param cancelled learns of a cancellation before the end of the {@code Mono}, given the context of the subscriber
     */
    public static <T, R> Mono<R> mono(
            Callable<? extends Mono<? extends T>> code,
            BiConsumer<ContextView, Runnable> scope,
            Completion<T, R> completion,
            Consumer<ContextView> cancelled) {
        return Mono.create(sink -> {
            Signals<T, R> signals = new Signals<>(sink, completion, cancelled);
            sink.onCancel(signals);
            run(
                    () -> scope.accept(
                            signals.context, () -> call(code, Mono::<T>error).subscribe(signals)),
                    failure -> {
                        // A part of it may have been subscribed to.
                        signals.dispose();
                        fail(sink, failure);
                    });
        });
    }

    /** Returns what code has thrown, without the wrappers that reflection, proxies and futures put around it. */
    public static Throwable unwrapped(Throwable failure) {
        boolean wrapper = failure instanceof InvocationTargetException
                || failure instanceof UndeclaredThrowableException
                || failure instanceof CompletionException
                || failure instanceof ExecutionException
                || Exceptions.isRetryExhausted(failure);
        Throwable inner = wrapper ? failure.getCause() : Exceptions.unwrap(failure);
        return inner == null || inner == failure ? failure : unwrapped(inner);
    }

    /** Signals a failure. After the end of the sink, errors of the JVM are logged, and others are ignored. */
    public static void fail(MonoSink<?> sink, Throwable failure) {
        run(
                () -> sink.error(failure),
                late -> logger.error("Code of the application failed after its call had ended", late));
    }

    /** Completes a sink with the value at the end, or a failure. The sink ignores them after its cancellation. */
    private static final class Signals<T, R> implements CoreSubscriber<T>, Disposable {

        private final MonoSink<R> sink;

        private final Completion<T, R> completion;

        private final Consumer<ContextView> cancelled;

        private final Context context;

        private final Disposable.Swap work = Disposables.swap();

        private @Nullable T value;

        private volatile boolean ended;

        Signals(MonoSink<R> sink, Completion<T, R> completion, Consumer<ContextView> cancelled) {
            this.sink = sink;
            this.completion = completion;
            this.cancelled = cancelled;
            this.context = Context.of(sink.contextView());
        }

        @Override
        public Context currentContext() {
            return context;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            work.update(subscription::cancel);
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(T only) {
            value = only;
        }

        @Override
        public void onComplete() {
            ended = true;
            T last = value;
            // The sink refers to this object until its subscriber ends.
            value = null;
            // A publisher that has completed must not be cancelled.
            work.replace(null);
            completion.complete(last, sink, work::replace);
        }

        @Override
        public void onError(Throwable failure) {
            ended = true;
            fail(sink, failure);
        }

        @Override
        public void dispose() {
            if (!ended) {
                cancelled.accept(context);
            }
            run(work::dispose, failure -> logger.error("Code of the application could not be cancelled", failure));
        }
    }
}

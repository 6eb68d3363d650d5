package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.exchange.Conversion;
import io.mcpspring.exchange.McpRequestContext;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.util.ClassUtils;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Invokes a bean method in the style of its return type: methods that return a reactive type or a
 * {@code CompletionStage}, and suspending functions, on the subscribing thread, unless their arguments are slow; all
 * others on a worker.
 */
@Internal
public final class BeanMethodInvoker {

    private static final ReactiveAdapterRegistry REACTIVE_TYPES = ReactiveAdapterRegistry.getSharedInstance();

    private final BeanMethod method;
    private final Executor workers;
    private final int maxCollected;
    private final boolean async;
    private final @Nullable ReactiveAdapter declaredAdapter;
    private final boolean open;
    private final boolean counted;

    /**
     * Decides on the style.
     *
     * @param workers runs blocking methods; refuses by a {@link java.util.concurrent.RejectedExecutionException}
     * @param maxCollected how many elements of a {@code Flux} and its like make up one result at most
     * @throws McpMethodException if the method returns a reactive type within another type, or if it is a suspending
     *     function and a library that such calls need is missing
     */
    public BeanMethodInvoker(BeanMethod method, Executor workers, int maxCollected) {
        boolean suspending = KotlinDetector.isSuspendingFunction(method.method());
        if (suspending) {
            requireCoroutines(method);
        }
        if (method.returnsReactiveTypeInside()) {
            throw method.refused(
                    "It returns a reactive type within another type.",
                    "Return one reactive type that contains everything else.");
        }
        this.method = method;
        this.workers = workers;
        this.maxCollected = maxCollected;
        this.declaredAdapter = suspending
                ? null
                : REACTIVE_TYPES.getAdapter(method.returnType().getParameterType());
        this.async = suspending || declaredAdapter != null;
        this.open = suspending || method.returnType().getParameterType() == Object.class;
        this.counted = method.parameters().stream()
                .map(MethodParameter::getParameterType)
                .noneMatch(McpRequestContext.class::isAssignableFrom);
    }

    private static void requireCoroutines(BeanMethod method) {
        boolean present = KotlinDetector.isKotlinReflectPresent()
                && ClassUtils.isPresent(
                        "kotlinx.coroutines.reactor.MonoKt", method.beanClass().getClassLoader());
        if (!present) {
            throw method.refused(
                    "It is a suspending function, but kotlinx-coroutines-reactor or kotlin-reflect is missing.",
                    "Add org.jetbrains.kotlinx:kotlinx-coroutines-reactor and org.jetbrains.kotlin:kotlin-reflect"
                            + " to the application's dependencies.");
        }
    }

    /**
     * One call for each subscription: emits what the value is converted to (that of a multi-valued type is a list), or
     * what the method or the conversion threw, errors of the JVM included; those of the method are free of the wrappers
     * that reflection, proxies and futures put around them. Cancelling interrupts a blocking method and a conversion,
     * cancels a publisher or future, and silences the call.
     *
     * <p>Besides what the method throws: {@link BusyException}, {@link StoppedException}.
     *
     * @param arguments makes the arguments where the method runs, one for each of {@link BeanMethod#parameters()},
     *     given the bean
     * @param slowArguments whether that takes so much time that it must not occupy a non-blocking thread
     * @param progress receives the number of elements so far, with each element of a multi-valued type, unless the
     *     method has an exchange to report on itself
     * @param slow which values of a method that must not block are converted on a thread that may
     * @param conversion converts the value, or null for none, where the method or its publisher has returned it; runs
     *     code of the application (getters, streams, files), so it may block and throw anything
     */
    public <T> Mono<T> invoke(
            Function<Object, @Nullable Object[]> arguments,
            boolean slowArguments,
            IntConsumer progress,
            Predicate<Object> slow,
            Conversion<T> conversion) {
        return returned(arguments, slowArguments)
                .flatMap(returned ->
                        returned.map(value -> emitted(value, progress)).orElse(Mono.just(returned)))
                .onErrorMap(BeanMethodInvoker::unwrapped)
                .flatMap(value -> UserTask.run(
                        () -> conversion.convert(value.orElse(null)), true, UserTask.place(isSlow(value, slow))));
    }

    Mono<Optional<Object>> invoke(@Nullable Object... arguments) {
        return invoke(bean -> arguments, false, count -> {}, any -> false, Optional::ofNullable);
    }

    private Mono<Optional<Object>> returned(Function<Object, @Nullable Object[]> arguments, boolean slow) {
        return UserTask.<Object>run(
                        () -> method.invoke(arguments), !async, async ? UserTask.place(slow) : this::onWorker)
                // That of a method that returned after its call had been cancelled.
                .doOnDiscard(
                        CompletionStage.class,
                        future -> future.toCompletableFuture().cancel(true))
                .singleOptional();
    }

    private Disposable onWorker(Runnable task) {
        workers.execute(task);
        return () -> leaveQueue(task);
    }

    /** Removes a call from the queue of the workers: a call that never ran must not occupy it. */
    private void leaveQueue(Runnable task) {
        if (workers instanceof WorkerPool pool) {
            pool.remove(task);
        } else if (workers instanceof ThreadPoolTaskExecutor pool) {
            pool.getThreadPoolExecutor().remove(task);
        } else if (workers instanceof ThreadPoolExecutor pool) {
            pool.remove(task);
        }
    }

    // Iterating runs code of the application; the conversion fails for the same reason, and signals it.
    private boolean isSlow(Optional<Object> value, Predicate<Object> slow) {
        return async && UserCode.call(() -> value.filter(slow).isPresent(), failure -> true);
    }

    /** Returns the value, or what it emits: its first value, or the list of all. */
    private Mono<Optional<Object>> emitted(Object returned, IntConsumer progress) {
        ReactiveAdapter adapter = adapterOf(returned);
        if (adapter == null) {
            return Mono.just(Optional.of(returned));
        }
        return UserCode.mono(() -> adapter.isMultiValue()
                        ? collected(adapter.toPublisher(returned), counted ? progress : count -> {})
                        : Mono.from(adapter.toPublisher(returned)))
                .singleOptional();
    }

    /**
     * Decides by the declared type, so that every {@code Publisher} is a list; {@code Object} leaves it to the value.
     */
    private @Nullable ReactiveAdapter adapterOf(Object returned) {
        return declaredAdapter != null || !open ? declaredAdapter : REACTIVE_TYPES.getAdapter(returned.getClass());
    }

    private Mono<Object> collected(Publisher<Object> publisher, IntConsumer progress) {
        List<Object> elements = new ArrayList<>();
        return Flux.from(publisher)
                .take(maxCollected + 1L)
                .doOnNext(element -> {
                    elements.add(element);
                    if (elements.size() <= maxCollected) {
                        progress.accept(elements.size());
                    }
                })
                .then(Mono.fromSupplier(() -> {
                    if (elements.size() > maxCollected) {
                        throw new StoppedException("it returned more than " + maxCollected + " elements");
                    }
                    return elements;
                }));
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable inner = inside(failure);
        return inner == null ? failure : unwrapped(inner);
    }

    private static @Nullable Throwable inside(Throwable failure) {
        if (failure instanceof InvocationTargetException
                || failure instanceof UndeclaredThrowableException
                || failure instanceof CompletionException
                || failure instanceof ExecutionException
                || Exceptions.isRetryExhausted(failure)) {
            return failure.getCause();
        }
        Throwable unwrapped = Exceptions.unwrap(failure);
        return unwrapped != failure ? unwrapped : null;
    }
}

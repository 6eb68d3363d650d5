package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.exchange.McpRequestContext;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.core.KotlinDetector;
import org.springframework.core.MethodParameter;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Invokes a bean method in the style of its return type: methods that return a reactive type or a
 * {@code CompletionStage}, and suspending functions, on the subscribing thread; all others on a worker.
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
    private final UninterruptedCalls uninterrupted;

    /**
     * Decides on the style.
     *
     * @param workers runs blocking methods; refuses by a {@link java.util.concurrent.RejectedExecutionException}
     * @param maxCollected how many elements of a {@code Flux} and its like make up one result at most
     * @throws McpMethodException if the method is a suspending function and a library that such calls need is missing
     */
    public BeanMethodInvoker(BeanMethod method, Executor workers, int maxCollected) {
        boolean suspending = KotlinDetector.isSuspendingFunction(method.method());
        if (suspending) {
            requireCoroutines(method);
        }
        this.method = method;
        this.workers = workers;
        this.maxCollected = maxCollected;
        this.declaredAdapter = suspending
                ? null
                : REACTIVE_TYPES.getAdapter(method.returnType().getParameterType());
        this.async = suspending || declaredAdapter != null;
        this.open = suspending || method.returnType().getParameterType() == Object.class;
        this.uninterrupted = new UninterruptedCalls(method);
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

    /** Whether the method runs on the subscribing thread and must not block. */
    public boolean isAsync() {
        return async;
    }

    /**
     * One call for each subscription: emits the value (that of a multi-valued type is a list), or what the method
     * threw, errors of the JVM included, free of the wrappers that reflection, proxies and futures put around it.
     * Cancelling interrupts a blocking method, cancels a publisher or future, and silences the call.
     *
     * <p>Besides what the method throws: {@link BusyException}, {@link StoppedException}.
     *
     * @param arguments makes the arguments, one for each of {@link BeanMethod#parameters()}, where the method runs and
     *     given the bean
     * @param progress receives the number of elements so far, with each element of a multi-valued type, unless the
     *     method has an exchange to report on itself
     */
    public Mono<Optional<Object>> invoke(Function<Object, @Nullable Object[]> arguments, IntConsumer progress) {
        return Mono.create(sink -> new MethodCall(this, arguments, counted ? progress : count -> {}, sink).start());
    }

    /**
     * Converts a value that {@link #invoke} has emitted. Emits the result, or signals the exception that the conversion
     * throws, errors of the JVM included. To be subscribed to where the value was emitted: on the worker of a blocking
     * method. Cancelling interrupts the conversion.
     *
     * @param value {@code null} for no value
     * @param slow which values of a method that must not block are converted on a thread that may
     */
    public <R> Mono<R> convert(@Nullable Object value, Predicate<Object> slow, Conversion<R> conversion) {
        Mono<R> converted = Mono.create(sink -> new ConversionRun<>(() -> conversion.convert(value), sink).start());
        return async && isSlow(value, slow) ? converted.subscribeOn(Schedulers.boundedElastic()) : converted;
    }

    private static boolean isSlow(@Nullable Object value, Predicate<Object> slow) {
        try {
            return value != null && slow.test(value);
        }
        // Iterating runs code of the application; the conversion fails for the same reason, and signals it.
        catch (Throwable failure) {
            return true;
        }
    }

    Mono<Optional<Object>> invoke(@Nullable Object... arguments) {
        return invoke(bean -> arguments, count -> {});
    }

    BeanMethod method() {
        return method;
    }

    Executor workers() {
        return workers;
    }

    UninterruptedCalls uninterrupted() {
        return uninterrupted;
    }

    int maxCollected() {
        return maxCollected;
    }

    /**
     * Decides by the declared type, so that every {@code Publisher} is a list; {@code Object} leaves it to the value.
     */
    @Nullable
    ReactiveAdapter adapterOf(Object returned) {
        return declaredAdapter != null || !open ? declaredAdapter : REACTIVE_TYPES.getAdapter(returned.getClass());
    }
}

package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Conversion;
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

/**
 * Invokes a bean method in the style of its return type: methods that return a reactive type or a
 * {@code CompletionStage}, and suspending functions, on the subscribing thread, unless their arguments are slow; all
 * others on a worker.
 */
@Internal
public final class BeanMethodInvoker {

    /** Makes the arguments of a call, one for each of {@link BeanMethod#parameters()}, given the bean. */
    @FunctionalInterface
    public interface Arguments extends Function<Object, @Nullable Object[]> {

        /** Whether that takes so much time that it must not occupy a non-blocking thread. */
        default boolean areSlow() {
            return false;
        }
    }

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

    /** Whether the method must not block, so that it may run on any thread. */
    boolean isAsync() {
        return async;
    }

    /**
     * One call for each subscription: emits what the value is converted to (that of a multi-valued type is a list), or
     * what the method or the conversion threw, errors of the JVM included; those of the method are free of the wrappers
     * that reflection, proxies and futures put around them. Cancelling interrupts a blocking method, cancels a
     * publisher or future, and silences the call.
     *
     * <p>Besides what the method throws: {@link BusyException}, {@link StoppedException}.
     *
     * @param arguments makes the arguments where the method runs
     * @param progress receives the number of elements so far, with each element of a multi-valued type, unless the
     *     method has an exchange to report on itself
     * @param slow which values of a method that must not block are converted on a thread that may
     * @param conversion converts the value, or null for none, where the method or its publisher has returned it; runs
     *     code of the application (getters, streams, files), so it may block and throw anything
     */
    public <T> Mono<T> invoke(
            Arguments arguments, IntConsumer progress, Predicate<Object> slow, Conversion<T> conversion) {
        IntConsumer counter = counted ? progress : count -> {};
        return Mono.create(sink -> new MethodCall<>(this, arguments, counter, slow, conversion, sink).start());
    }

    Mono<Optional<Object>> invoke(@Nullable Object... arguments) {
        return invoke(bean -> arguments, count -> {}, any -> false, Optional::ofNullable);
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

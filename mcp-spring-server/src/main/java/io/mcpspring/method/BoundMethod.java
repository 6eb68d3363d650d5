package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.exchange.CallerThread;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.schema.KotlinTypes;
import io.mcpspring.server.ThreadLocals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.core.KotlinDetector;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.util.ClassUtils;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * A method whose parameters have their sources, ready to be called for clients in the style of its return type: methods
 * that return a reactive type or a {@code CompletionStage}, and suspending functions, on the subscribing thread; all
 * others on the thread of the caller, if they may occupy it, or else on a worker.
 *
 * @param <I> the input that a request has for it
 */
@Internal
public final class BoundMethod<I> {

    /**
     * The means by which methods are called.
     *
     * @param injected provides the parameters that are not arguments
     * @param workers runs blocking methods
     * @param maxCollected maximum number of elements of a {@code Flux} that make up one result
     * @param security the method security of the application
     */
    public record Calls(InjectedParameters injected, Executor workers, int maxCollected, Security security) {}

    /** The method security of an application, which proxies of its beans enforce. */
    public interface Security {

        /** Of an application without method security. */
        Security NONE = new Security() {};

        /**
         * Refuses a method with an annotation that nothing enforces.
         *
         * @throws McpMethodException for such a method
         */
        default void requireEnforced(BeanMethod method) {}

        /** Whether a method failed because its proxy refused the caller. */
        default boolean isDenial(Throwable failure, BeanMethod method) {
            return false;
        }
    }

    private static final ReactiveAdapterRegistry REACTIVE_TYPES = ReactiveAdapterRegistry.getSharedInstance();

    private final BeanMethod method;

    private final Calls calls;

    private final Binding<I> binding;

    private final @Nullable ReactiveAdapter declaredAdapter;

    /** Whether the method runs on the subscribing thread. */
    private final boolean async;

    /** Whether the value decides if the method returns a reactive type. */
    private final boolean open;

    /** Whether the method sends a request to another server, whose work no interrupt ends. */
    private final boolean remote;

    /** Whether the method can ask its client, and reports progress itself. */
    private final boolean takesExchange;

    /**
     * Decides on the style.
     *
     * @throws McpMethodException if the method returns a reactive type within another type, or if it is a suspending
     *     function and a library that such calls need is missing
     */
    public BoundMethod(BeanMethod method, Calls calls, Binding<I> binding) {
        calls.security().requireEnforced(method);
        boolean suspending = KotlinDetector.isSuspendingFunction(method.method());
        if (suspending) {
            requireCoroutines(method);
        }
        if (method.returnsReactiveTypeInside()) {
            throw method.refused(
                    "It returns a reactive type within another type.",
                    "Return one reactive type that contains everything else.");
        }
        Class<?> returnType = method.returnType().getParameterType();
        this.method = method;
        this.calls = calls;
        this.binding = binding;
        this.declaredAdapter = suspending ? null : REACTIVE_TYPES.getAdapter(returnType);
        this.async = method.isAsync();
        this.open = suspending || returnType == Object.class;
        this.remote = HttpInterface.declares(method);
        this.takesExchange = method.takesExchange();
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

    /** Calls the method, as often as it returns questions to the client, and maps its value or its failure. */
    public <R extends McpResult> Mono<R> run(Invocation<I, R> invocation) {
        I input = invocation.input();
        Exchange exchange = invocation.exchange();
        return exchange.untilAnswered(
                conversion -> call(
                        bean -> binding.values(input, exchange, bean),
                        exchange::progress,
                        invocation.entry()::isSlow,
                        conversion),
                value -> invocation.result(unwrapped(value)),
                failure ->
                        failure instanceof DeniedException || calls.security().isDenial(failure, method)
                                ? invocation.denied()
                                : invocation.failed(failure));
    }

    /**
     * One call for each subscription: emits what the value is converted to (that of a multi-valued type is a list), or
     * what the method or the conversion threw, errors of the JVM included. Cancelling interrupts a blocking method and
     * a conversion, cancels a publisher or future, and silences the call.
     *
     * <p>Besides what the method throws: {@link BusyException}, {@link StoppedException}.
     *
     * @param arguments makes the arguments where the method runs, one for each of {@link BeanMethod#parameters()},
     *     given the bean
     * @param progress receives the number of elements so far, with each element of a multi-valued type
     * @param slow which values of a method that must not block are converted on a thread that may
     * @param conversion converts the value, or null for none, where the method or its publisher has returned it; runs
     *     code of the application (getters, streams, files), so it may block and throw anything
     */
    <T> Mono<T> call(
            Function<Object, @Nullable Object[]> arguments,
            IntConsumer progress,
            Predicate<Object> slow,
            Exchange.Conversion<T> conversion) {
        UserCode.Completion<Object, T> converted = (value, result, cancellation) -> UserTask.run(
                () -> conversion.convert(value),
                isSlow(value, slow) ? UserTask::whereItMayBlock : UserTask::here,
                result,
                cancellation);
        if (async) {
            return UserCode.mono(
                    () -> values(method.invoke(arguments), progress), ThreadLocals::with, converted, this::cancelled);
        }
        Mono<T> blocking = open
                ? UserTask.run(() -> Optional.ofNullable(method.invoke(arguments)), this::blocking)
                        .flatMap(returned -> UserCode.mono(
                                () -> values(returned.orElse(null), progress),
                                (context, task) -> task.run(),
                                converted,
                                this::cancelled))
                : UserTask.run(() -> conversion.convert(method.invoke(arguments)), this::blocking);
        return remote ? UserTask.unstoppable(blocking) : blocking;
    }

    // A function may stand for another method, and counts what goes on itself.
    private void cancelled(ContextView subscriber) {
        if (declaredAdapter != null || !method.isFunction()) {
            UserTask.goesOn(subscriber);
        }
    }

    /** Returns the value, or what it emits: its first value, or the list of all. */
    private Mono<Object> values(@Nullable Object returned, IntConsumer progress) {
        ReactiveAdapter adapter = returned == null ? null : adapterOf(returned);
        if (adapter == null) {
            return Mono.justOrEmpty(returned);
        }
        Publisher<Object> publisher = adapter.toPublisher(returned);
        if (adapter.isMultiValue()) {
            return collected(publisher, takesExchange ? count -> {} : progress);
        }
        Mono<Object> value = Mono.from(publisher);
        return method.isFunction() && returned instanceof CompletionStage ? UserTask.unstoppable(value) : value;
    }

    /**
     * Decides by the declared type, so that every {@code Publisher} is a list; {@code Object} leaves it to the value.
     */
    private @Nullable ReactiveAdapter adapterOf(Object returned) {
        return declaredAdapter != null || !open ? declaredAdapter : REACTIVE_TYPES.getAdapter(returned.getClass());
    }

    private Mono<Object> collected(Publisher<Object> publisher, IntConsumer progress) {
        int maximum = calls.maxCollected();
        List<Object> elements = new ArrayList<>();
        return Flux.from(publisher)
                .take(maximum + 1L)
                .doOnNext(element -> {
                    elements.add(element);
                    if (elements.size() <= maximum) {
                        progress.accept(elements.size());
                    }
                })
                .then(Mono.fromSupplier(() -> {
                    if (elements.size() > maximum) {
                        throw new StoppedException("it returned more than " + maximum + " elements");
                    }
                    return elements;
                }));
    }

    // Iterating runs code of the application; the conversion fails for the same reason, and signals it.
    private boolean isSlow(@Nullable Object value, Predicate<Object> slow) {
        return async && value != null && UserCode.call(() -> slow.test(value), failure -> true);
    }

    /**
     * Runs a task on the thread of the caller if the method cannot ask its client, which may answer by a request that
     * needs such a thread.
     */
    private Disposable blocking(Runnable task, ContextView context) {
        boolean onCallerThread = CallerThread.isCurrent(context);
        if (onCallerThread && !takesExchange) {
            return UserTask.here(task, context);
        }
        Runnable call = onCallerThread ? CallerThread.handOver(task) : task;
        calls.workers().execute(call);
        return () -> leaveQueue(call);
    }

    /** Removes a call from the queue of the workers: a call that never ran must not occupy it. */
    private void leaveQueue(Runnable task) {
        Executor workers = calls.workers();
        if (workers instanceof ThreadPoolTaskExecutor pool) {
            pool.getThreadPoolExecutor().remove(task);
        } else if (workers instanceof ThreadPoolExecutor pool) {
            pool.remove(task);
        }
    }

    /**
     * Returns the value of an optional of any type, {@code null} if it is empty, or of Kotlin's {@code Result}, of
     * which a failure is thrown. Other values are unchanged.
     */
    public static @Nullable Object unwrapped(@Nullable Object returned) {
        Object value = returned == null ? null : KotlinTypes.valueOf(returned);
        if (value instanceof Optional<?> optional) {
            return unwrapped(optional.orElse(null));
        }
        if (value instanceof OptionalInt optional) {
            return optional.isPresent() ? optional.getAsInt() : null;
        }
        if (value instanceof OptionalLong optional) {
            return optional.isPresent() ? optional.getAsLong() : null;
        }
        if (value instanceof OptionalDouble optional) {
            return optional.isPresent() ? optional.getAsDouble() : null;
        }
        return value;
    }
}

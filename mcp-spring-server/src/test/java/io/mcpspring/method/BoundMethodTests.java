package io.mcpspring.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.util.ReflectionUtils;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Signal;
import reactor.core.scheduler.Schedulers;

class BoundMethodTests {

    private static final Duration SOON = Duration.ofSeconds(10);
    private static final int MAX_COLLECTED = 3;
    private static final Executor WORKERS = task -> new Thread(task, "worker").start();

    /** Every style, failing before the method returns or in the returned value. */
    private static final List<String> STYLES =
            List.of("blocking", "object", "mono", "flux", "publisher", "flowPublisher", "future", "minimalStage");

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "object", "nothing", "thread"})
    void aMethodOfAnOrdinaryTypeIsBlocking(String name) {
        assertThat(usesWorker(name)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mono", "flux", "publisher", "flowPublisher", "future", "minimalStage"})
    void aMethodOfAReactiveOrFutureTypeIsAsync(String name) {
        assertThat(usesWorker(name)).isFalse();
    }

    private static boolean usesWorker(String name) {
        AtomicBoolean used = new AtomicBoolean();
        Executor worker = task -> {
            used.set(true);
            task.run();
        };
        invoker(name, worker).invoke((Object) null).onErrorComplete().block(SOON);
        return used.get();
    }

    @Test
    void aBlockingMethodRunsOnAWorker() {
        assertThat(value(invoker("thread").invoke())).isEqualTo("worker");
    }

    @Test
    void anAsyncMethodRunsOnTheSubscribingThread() {
        assertThat(value(invoker("monoOfThread").invoke()))
                .isEqualTo(Thread.currentThread().getName());
    }

    @Test
    void nothingRunsBeforeASubscriptionAndEachSubscriptionIsACall() {
        AtomicInteger calls = new AtomicInteger();
        Mono<Optional<Object>> call = invoker("blocking").invoke((Body) calls::incrementAndGet);
        assertThat(calls).hasValue(0);
        assertThat(value(call)).isEqualTo(1);
        assertThat(value(call)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "object", "mono", "future", "minimalStage"})
    void emitsTheValueOfASingleValuedMethod(String name) {
        assertThat(value(invoker(name).invoke(returning("a")))).isEqualTo("a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"flux", "publisher", "flowPublisher"})
    void emitsTheValuesOfAMultiValuedMethodAsAList(String name) {
        assertThat(value(invoker(name).invoke(returning("a")))).isEqualTo(List.of("a"));
    }

    @ParameterizedTest
    @FieldSource("STYLES")
    void nullCompletesWithoutAValue(String name) {
        assertThat(value(invoker(name).invoke((Object) null))).isNull();
    }

    @Test
    void voidCompletesWithoutAValue() {
        assertThat(value(invoker("nothing").invoke())).isNull();
    }

    @Test
    void emitsAnOptionalUnchanged() {
        Object optional = Optional.of(Mono.just("a"));
        assertThat(value(invoker("object").invoke(returning(optional)))).isSameAs(optional);
    }

    @ParameterizedTest
    @MethodSource("asyncValues")
    void adaptsAReactiveValueOfAMethodThatDeclaresObject(Object returned, Object emitted) {
        assertThat(value(invoker("object").invoke(returning(returned)))).isEqualTo(emitted);
    }

    static Stream<Object[]> asyncValues() {
        return Stream.of(
                new Object[] {Mono.just("a"), "a"},
                new Object[] {Flux.just("a", "b"), List.of("a", "b")},
                new Object[] {Flux.empty(), List.of()},
                new Object[] {CompletableFuture.completedFuture("a"), "a"});
    }

    @Test
    void collectsElementsUpToTheLimit() {
        assertThat(value(invoker("range").invoke(MAX_COLLECTED))).isEqualTo(List.of(1, 2, 3));
    }

    @Test
    void cancelsAPublisherThatExceedsTheLimit() {
        AtomicInteger cancelled = new AtomicInteger();
        Flux<Long> endless = Flux.generate(() -> 0L, (state, out) -> {
            out.next(state);
            return state + 1;
        });
        Mono<Optional<Object>> call =
                invoker("object").invoke(returning(endless.doOnCancel(cancelled::incrementAndGet)));
        assertThat(failure(call))
                .isInstanceOf(StoppedException.class)
                .hasMessage("it returned more than " + MAX_COLLECTED + " elements");
        // The publisher is cancelled on the worker, after the failure was emitted.
        await().untilAtomic(cancelled, equalTo(1));
    }

    @ParameterizedTest
    @FieldSource("STYLES")
    void emitsTheExceptionOfTheMethod(String name) {
        Throwable thrown = new IllegalStateException("thrown");
        assertThat(failure(invoker(name).invoke(throwing(thrown)))).isSameAs(thrown);
    }

    @ParameterizedTest
    @FieldSource("STYLES")
    void emitsErrorsOfTheJvm(String name) {
        for (Error error : List.of(
                new StackOverflowError(), new NoClassDefFoundError(), new OutOfMemoryError(), new AssertionError())) {
            assertThat(failure(invoker(name).invoke(throwing(error)))).isSameAs(error);
        }
    }

    @Test
    void emitsARealStackOverflow() {
        assertThat(failure(invoker("recursive").invoke(1))).isInstanceOf(StackOverflowError.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"object", "mono"})
    void emitsErrorsOfTheJvmThatSubscribingThrows(String name) {
        Error error = new StackOverflowError();
        Mono<?> failing = Mono.fromRunnable(() -> {
            throw error;
        });
        assertThat(failure(invoker(name).invoke(returning(failing)))).isSameAs(error);
        assertThat(failure(invoker(name).invoke(returning(failing.flux().single()))))
                .isSameAs(error);
    }

    @Test
    void emitsFailuresOfPublishersAndFutures() {
        Throwable failed = new StackOverflowError();
        for (Object returned : List.of(
                Mono.error(failed),
                Flux.error(failed),
                CompletableFuture.failedFuture(failed),
                CompletableFuture.failedFuture(failed).thenApply(value -> value))) {
            assertThat(failure(invoker("object").invoke(returning(returned)))).isSameAs(failed);
        }
    }

    // The publisher completes while the conversion is waiting for its thread.
    @Test
    void convertsASlowValueOnceOnAThreadThatMayBlock() {
        Queue<Object> converted = new ConcurrentLinkedQueue<>();
        Mono<Boolean> call = invoker("mono")
                .invoke(
                        any -> true,
                        value -> {
                            converted.add(String.valueOf(value));
                            return Schedulers.isInNonBlockingThread();
                        },
                        returning("a"));
        assertThat(call.subscribeOn(Schedulers.parallel()).block(SOON)).isFalse();
        assertThat(converted).containsExactly("a");
    }

    @Test
    void forgetsAConversionThatWaitsForAThreadWhenItsCallIsCancelled() {
        CountDownLatch end = new CountDownLatch(1);
        List<Disposable> others = IntStream.range(0, Schedulers.DEFAULT_BOUNDED_ELASTIC_SIZE)
                .mapToObj(any -> Schedulers.boundedElastic().schedule(() -> awaitQuietly(end)))
                .toList();
        try {
            Reference<Object> request = cancelledWhileItsValueWaits();
            await().atMost(SOON).until(() -> {
                System.gc();
                return request.refersTo(null);
            });
        } finally {
            end.countDown();
            others.forEach(Disposable::dispose);
        }
    }

    private Reference<Object> cancelledWhileItsValueWaits() {
        Object request = new Object();
        AtomicBoolean waits = new AtomicBoolean();
        Disposable call = invoker("mono")
                .invoke(value -> waits.compareAndSet(false, true), value -> "converted", returning("value"))
                .contextWrite(context -> context.put("request", request))
                .subscribe();
        call.dispose();
        assertThat(waits).isTrue();
        return new WeakReference<>(request);
    }

    private static void awaitQuietly(CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException disposed) {
            Thread.currentThread().interrupt();
        }
    }

    @ParameterizedTest
    @MethodSource("wrappers")
    void removesWrappers(Throwable wrapper, Throwable cause) {
        assertThat(failure(invoker("blocking").invoke(throwing(wrapper)))).isSameAs(cause);
        assertThat(failure(invoker("object").invoke(returning(Mono.error(wrapper)))))
                .isSameAs(cause);
    }

    static Stream<Object[]> wrappers() {
        Exception cause = new IOException("cause");
        return Stream.of(
                        new InvocationTargetException(cause),
                        new UndeclaredThrowableException(cause),
                        new CompletionException(cause),
                        new ExecutionException(cause),
                        Exceptions.propagate(cause),
                        new CompletionException(new ExecutionException(Exceptions.propagate(cause))))
                .map(wrapper -> new Object[] {wrapper, cause});
    }

    @Test
    void removesTheWrapperOfAProxyWhoseAdviceThrowsACheckedException() {
        IOException thrown = new IOException("advice");
        ProxyFactory proxies = new ProxyFactory(new Subject());
        proxies.setProxyTargetClass(true);
        proxies.addAdvice((MethodInterceptor) call -> {
            throw thrown;
        });
        var invoker = new InvokedMethod(method(proxies.getProxy(), "nothing"), WORKERS, MAX_COLLECTED);
        assertThat(failure(invoker.invoke())).isSameAs(thrown);
    }

    @Test
    void emitsABusyExceptionIfTheExecutorRejectsTheCall() {
        Executor full = task -> {
            throw new RejectedExecutionException("full");
        };
        assertThat(failure(invoker("nothing", full).invoke())).isInstanceOf(BusyException.class);
    }

    @Test
    void emitsARejectionOfTheMethodUnchanged() {
        Throwable refused = new RejectedExecutionException("by the user's own pool");
        assertThat(failure(invoker("blocking").invoke(throwing(refused)))).isSameAs(refused);
    }

    @Test
    void emitsTheReasonWhyNoWorkerCouldBeStarted() {
        Error noThread = new OutOfMemoryError("unable to create native thread");
        Executor exhausted = task -> {
            throw noThread;
        };
        assertThat(failure(invoker("nothing", exhausted).invoke())).isSameAs(noThread);
    }

    private static @Nullable Object value(Mono<Optional<Object>> call) {
        return call.blockOptional(SOON).orElseThrow().orElse(null);
    }

    private static @Nullable Throwable failure(Mono<?> call) {
        return call.materialize().mapNotNull(Signal::getThrowable).block(SOON);
    }

    private static InvokedMethod invoker(String name) {
        return invoker(name, WORKERS);
    }

    private static InvokedMethod invoker(String name, Executor workers) {
        return new InvokedMethod(method(new Subject(), name), workers, MAX_COLLECTED);
    }

    private static BeanMethod method(Object bean, String name) {
        return BeanMethod.of(
                bean,
                ReflectionUtils.getUniqueDeclaredMethods(
                        Subject.class, candidate -> candidate.getName().equals(name))[0]);
    }

    private static Body returning(Object value) {
        return () -> value;
    }

    private static Body throwing(Throwable thrown) {
        return () -> {
            throw thrown;
        };
    }

    private interface Body {

        Object run() throws Throwable;
    }

    static class Subject {

        @Nullable
        Comparable<?> blocking(@Nullable Body body) throws Throwable {
            return (Comparable<?>) object(body);
        }

        @Nullable
        Object object(@Nullable Body body) throws Throwable {
            return body != null ? body.run() : null;
        }

        @Nullable
        Mono<?> mono(@Nullable Body body) throws Throwable {
            return body == null ? null : body.run() instanceof Mono<?> mono ? mono : Mono.just(body.run());
        }

        @Nullable
        Flux<?> flux(@Nullable Body body) throws Throwable {
            return body != null ? Flux.just(body.run()) : null;
        }

        @Nullable
        Publisher<?> publisher(@Nullable Body body) throws Throwable {
            return body != null ? Mono.just(body.run()) : null;
        }

        Flow.@Nullable Publisher<?> flowPublisher(@Nullable Body body) throws Throwable {
            return body != null ? FlowAdapters.toFlowPublisher(Mono.just(body.run())) : null;
        }

        @Nullable
        CompletableFuture<?> future(@Nullable Body body) throws Throwable {
            return body != null ? CompletableFuture.completedFuture(body.run()) : null;
        }

        @Nullable
        CompletionStage<?> minimalStage(@Nullable Body body) throws Throwable {
            return body != null ? CompletableFuture.completedStage(body.run()) : null;
        }

        void nothing() {}

        String thread() {
            return Thread.currentThread().getName();
        }

        Mono<String> monoOfThread() {
            return Mono.just(thread());
        }

        Flux<Integer> range(int count) {
            return Flux.range(1, count);
        }

        int recursive(int depth) {
            return recursive(depth + 1) + 1;
        }
    }
}

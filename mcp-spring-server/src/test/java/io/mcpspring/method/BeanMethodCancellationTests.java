package io.mcpspring.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.springframework.util.ReflectionUtils;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Signal;

@Timeout(60)
class BeanMethodCancellationTests {

    private final Queue<Throwable> dropped = new ConcurrentLinkedQueue<>();
    private final Queue<Signal<?>> signals = new ConcurrentLinkedQueue<>();
    private final Subject subject = new Subject();
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

    @BeforeEach
    void recordDroppedErrors() {
        Hooks.onErrorDropped(dropped::add);
    }

    @AfterEach
    void nothingWasEmittedOrDropped() {
        Hooks.resetOnErrorDropped();
        assertThat(signals).isEmpty();
        assertThat(dropped).isEmpty();
    }

    @Test
    void interruptsABlockingMethodOnEveryExecutor() throws Exception {
        CompletableFuture<Thread> worker = new CompletableFuture<>();
        Disposable call = subscribe("blocking", task -> worker.complete(started(task)));
        subject.entered.await();
        call.dispose();
        worker.get().join();
        assertThat(subject.interrupted).isTrue();
    }

    @Test
    void theInterruptEndsWithTheCall() throws Exception {
        CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();
        Disposable call = subscribe(
                "interruptingItselfAgain",
                task -> started(() -> {
                    task.run();
                    stillInterrupted.complete(Thread.currentThread().isInterrupted());
                }));
        subject.entered.await();
        call.dispose();
        assertThat(stillInterrupted.get()).isFalse();
    }

    @Test
    void aCallThatIsCancelledInTheQueueNeverRuns() {
        Disposable call = subscribe("blocking", tasks::add);
        call.dispose();
        tasks.remove().run();
        assertThat(subject.entered.getCount()).isEqualTo(1);
    }

    @Test
    void cancelsAPublisher() {
        AtomicBoolean cancelled = new AtomicBoolean();
        subject.publisher = Flux.never().doOnCancel(() -> cancelled.set(true));
        subscribe("publisher", Runnable::run).dispose();
        assertThat(cancelled).isTrue();
    }

    @Test
    void cancelsAPublisherThatABlockingMethodReturned() {
        AtomicBoolean cancelled = new AtomicBoolean();
        subject.publisher = Mono.never().doOnCancel(() -> cancelled.set(true));
        subscribe("object", Runnable::run).dispose();
        assertThat(cancelled).isTrue();
    }

    @Test
    void cancelsAFuture() {
        subscribe("future", Runnable::run).dispose();
        assertThat(subject.future).isCancelled();
    }

    @Test
    void ignoresAFatalErrorOfAPublisherAfterTheCancellation() throws Exception {
        CompletableFuture<Subscriber<? super Object>> subscriber = new CompletableFuture<>();
        subject.publisher = Mono.from(target -> {
            target.onSubscribe(Operators.emptySubscription());
            subscriber.complete(target);
        });
        subscribe("object", Runnable::run).dispose();
        subscriber.get().onError(new StackOverflowError());
    }

    @Test
    void doesNotInterruptTheThreadThatAnAsyncMethodRunsOn() throws Exception {
        CompletableFuture<Subscription> call = new CompletableFuture<>();
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread eventLoop = started(() -> {
            invoker("slowFuture", Runnable::run)
                    .invoke()
                    .doOnSubscribe(call::complete)
                    .subscribe();
            interrupted.set(Thread.currentThread().isInterrupted());
        });
        subject.entered.await();
        call.get().cancel();
        subject.release.countDown();
        eventLoop.join();
        assertThat(interrupted).isFalse();
    }

    // A getter may block, however quick the conversion of its object usually is.
    @Test
    void interruptsAConversionWhereverTheValueWasEmitted() throws Exception {
        CompletableFuture<Thread> emitter = new CompletableFuture<>();
        subject.publisher = Mono.create(sink -> emitter.complete(started(() -> sink.success("value"))));
        InvokedMethod invoker = invoker("publisher", Runnable::run);
        Disposable call = invoker.invoke(any -> false, value -> {
                    subject.interruptingItselfAgain();
                    return "converted";
                })
                .subscribe();
        subject.entered.await();
        call.dispose();
        emitter.get().join();
        assertThat(subject.interrupted).isTrue();
    }

    @Test
    void cancelsAFutureThatIsReturnedAfterwards() throws Exception {
        CompletableFuture<Subscription> call = new CompletableFuture<>();
        Thread caller = started(() -> invoker("slowFuture", Runnable::run)
                .invoke()
                .doOnSubscribe(call::complete)
                .subscribe());
        subject.entered.await();
        call.get().cancel();
        subject.release.countDown();
        caller.join();
        assertThat(subject.future).isCancelled();
    }

    private static Thread started(Runnable task) {
        Thread thread = new Thread(task, "worker");
        thread.start();
        return thread;
    }

    private Disposable subscribe(String name, Executor workers) {
        return invoker(name, workers).invoke().doOnEach(signals::add).subscribe();
    }

    private InvokedMethod invoker(String name, Executor workers) {
        BeanMethod method = BeanMethod.of(subject, ReflectionUtils.findMethod(Subject.class, name));
        return new InvokedMethod(method, workers, 3);
    }

    static class Subject {

        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch release = new CountDownLatch(1);
        final AtomicBoolean interrupted = new AtomicBoolean();
        final CompletableFuture<Object> future = new CompletableFuture<>();
        Publisher<Object> publisher = Mono.never();

        void blocking() throws InterruptedException {
            entered.countDown();
            try {
                release.await();
            } catch (InterruptedException interrupt) {
                interrupted.set(true);
                throw interrupt;
            }
        }

        void interruptingItselfAgain() {
            try {
                blocking();
            } catch (InterruptedException interrupt) {
                Thread.currentThread().interrupt();
            }
        }

        Publisher<Object> publisher() {
            return publisher;
        }

        Object object() {
            return publisher;
        }

        CompletableFuture<Object> future() {
            return future;
        }

        CompletableFuture<Object> slowFuture() throws InterruptedException {
            entered.countDown();
            release.await();
            return future;
        }
    }
}

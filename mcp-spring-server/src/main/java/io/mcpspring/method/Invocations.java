package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.Refusals;
import java.util.Comparator;
import java.util.List;
import java.util.ListIterator;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.util.context.Context;

/** The way of all invocations: through the interceptors, in the order of their stages, to the entry. */
@Internal
public final class Invocations {

    private static final Log logger = LogFactory.getLog(Invocations.class);

    private final SingletonSupplier<McpInterceptor.Chain> chain;

    private final Failures failures;

    /**
     * The interceptors and resolvers are the application's and the library's. They are looked up at the first
     * invocation, because they may depend on the features.
     *
     * @param refusals learns of callers that a method has denied
     */
    public Invocations(
            ObjectProvider<McpInterceptor> interceptors,
            ObjectProvider<McpToolExceptionResolver> resolvers,
            Refusals refusals) {
        this.chain = SingletonSupplier.of(() -> chain(interceptors
                .orderedStream()
                .sorted(Comparator.comparing(InterceptorStage::of))
                .toList()));
        this.failures = new Failures(
                SingletonSupplier.of(() -> resolvers.orderedStream().toList()), refusals);
    }

    private static McpInterceptor.Chain chain(List<McpInterceptor> outermostFirst) {
        long builtIn = outermostFirst.stream()
                .filter(interceptor -> InterceptorStage.of(interceptor).compareTo(InterceptorStage.APPLICATION) < 0)
                .count();
        McpInterceptor.Chain inner = linked(
                outermostFirst.subList((int) builtIn, outermostFirst.size()),
                invocation -> proceed((Invocation<?, ?>) invocation));
        return linked(
                outermostFirst.subList(0, (int) builtIn),
                invocation -> inner.proceed(invocation).map(((Invocation<?, ?>) invocation)::checked));
    }

    private static McpInterceptor.Chain linked(List<McpInterceptor> outermostFirst, McpInterceptor.Chain innermost) {
        McpInterceptor.Chain chain = innermost;
        ListIterator<McpInterceptor> interceptors = outermostFirst.listIterator(outermostFirst.size());
        while (interceptors.hasPrevious()) {
            chain = link(interceptors.previous(), chain);
        }
        return chain;
    }

    private static McpInterceptor.Chain link(McpInterceptor interceptor, McpInterceptor.Chain next) {
        return InterceptorStage.of(interceptor) == InterceptorStage.APPLICATION
                ? new ApplicationLink(interceptor, next)
                : invocation -> interceptor.intercept(invocation, next);
    }

    private static Mono<McpResult> proceed(Invocation<?, ?> invocation) {
        try {
            return typed(invocation.run());
        } catch (Throwable failure) {
            return Mono.error(failure);
        }
    }

    /**
     * Invokes an entry for a client; failures are results, or errors of the protocol.
     *
     * @param name the name by which the client invokes the entry
     */
    public <I, R extends McpResult> Mono<R> invoke(Invocable<I, R> entry, String name, I input, Exchange exchange) {
        return typed(chain.obtain().proceed(new Invocation<>(entry, name, input, exchange, failures)));
    }

    // Each link has a result of the type of the invocation: ApplicationLink checks the only ones of which it is
    // unknown.
    @SuppressWarnings("unchecked")
    private static <R> Mono<R> typed(Mono<? extends McpResult> result) {
        return (Mono<R>) result;
    }

    /** Calls an interceptor of the application, whose result may be anything. */
    private record ApplicationLink(McpInterceptor interceptor, McpInterceptor.Chain next)
            implements McpInterceptor.Chain {

        @Override
        public Mono<McpResult> proceed(McpInvocation invocation) {
            Invocation<?, ?> intercepted = (Invocation<?, ?>) invocation;
            return result(invocation)
                    .switchIfEmpty(Mono.error(() -> wrong("no result")))
                    .doOnNext(value -> check(value, intercepted))
                    .onErrorResume(
                            failure -> !(failure instanceof McpProtocolException),
                            failure -> typed(intercepted.failed(failure)));
        }

        private Mono<McpResult> result(McpInvocation invocation) {
            try {
                Mono<McpResult> result = interceptor.intercept(invocation, next);
                return result == null
                        ? Mono.error(wrong("null instead of a Mono"))
                        : Mono.create(sink -> new GuardedResult(sink).pass(result));
            } catch (Throwable failure) {
                return Mono.error(failure);
            }
        }

        private void check(McpResult result, Invocation<?, ?> invocation) {
            if (!invocation.accepts(result)) {
                throw wrong("a " + result.getClass().getSimpleName() + " for a " + invocation.kind());
            }
        }

        private IllegalStateException wrong(String result) {
            return new IllegalStateException(
                    "The interceptor " + interceptor.getClass().getName() + " returned " + result);
        }
    }

    /**
     * Passes on the result of an interceptor. What the interceptor throws when its result is subscribed to or cancelled
     * must not reach the limits around it, which could not release what the call holds.
     */
    private static final class GuardedResult extends BaseSubscriber<McpResult> {

        private final MonoSink<McpResult> sink;

        private final Context context;

        GuardedResult(MonoSink<McpResult> sink) {
            this.sink = sink;
            this.context = Context.of(sink.contextView());
        }

        void pass(Mono<McpResult> result) {
            sink.onCancel(this::stop);
            try {
                result.subscribe(this);
            } catch (Throwable failure) {
                // A part of it may have been subscribed to.
                stop();
                sink.error(failure);
            }
        }

        private void stop() {
            ErrorReport.attempt(logger, "An interceptor could not be cancelled", this::dispose);
        }

        @Override
        public Context currentContext() {
            return context;
        }

        @Override
        protected void hookOnNext(McpResult result) {
            sink.success(result);
        }

        @Override
        protected void hookOnError(Throwable failure) {
            sink.error(failure);
        }

        @Override
        protected void hookOnComplete() {
            sink.success();
        }
    }
}

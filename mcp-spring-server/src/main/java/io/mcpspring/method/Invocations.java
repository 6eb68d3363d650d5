package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.Refusals;
import java.util.Comparator;
import java.util.List;
import java.util.ListIterator;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Mono;

/** The way of all invocations: through the interceptors, in the order of their stages, to the entry. */
@Internal
public final class Invocations {

    private final SingletonSupplier<McpInterceptor.Chain> chain;

    private final SingletonSupplier<List<McpToolExceptionResolver>> resolvers;

    private final Refusals refusals;

    /**
     * The interceptors and resolvers are the application's and the library's. They are looked up at the first
     * invocation, because they may depend on the features.
     *
     * @param interceptors in the order of the application
     * @param refusals learns of callers that a method has denied, and of calls for which no thread is free
     */
    public Invocations(
            Supplier<Stream<McpInterceptor>> interceptors,
            ObjectProvider<McpToolExceptionResolver> resolvers,
            Refusals refusals) {
        this.chain = SingletonSupplier.of(() -> chain(interceptors
                .get()
                .sorted(Comparator.comparing(InterceptorStage::of))
                .toList()));
        this.resolvers = SingletonSupplier.of(() -> resolvers.orderedStream().toList());
        this.refusals = refusals;
    }

    private static McpInterceptor.Chain chain(List<McpInterceptor> outermostFirst) {
        long builtIn = outermostFirst.stream()
                .filter(interceptor -> InterceptorStage.of(interceptor).compareTo(InterceptorStage.APPLICATION) < 0)
                .count();
        McpInterceptor.Chain inner = linked(
                outermostFirst.subList((int) builtIn, outermostFirst.size()),
                invocation -> Mono.defer(() -> typed(Invocation.of(invocation).run())));
        return linked(
                outermostFirst.subList(0, (int) builtIn),
                invocation -> inner.proceed(invocation).map(Invocation.of(invocation)::checked));
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
                // The operators of an interceptor may throw when they get the result.
                ? new ApplicationLink(interceptor, passed -> UserCode.mono(() -> next.proceed(passed)))
                : invocation -> interceptor.intercept(invocation, next);
    }

    /**
     * Invokes an entry for a client; failures are results, or errors of the protocol.
     *
     * @param name the name by which the client invokes the entry
     */
    public <I, R extends McpResult> Mono<R> invoke(Invocable<I, R> entry, String name, I input, Exchange exchange) {
        return typed(chain.obtain().proceed(new Invocation<>(entry, name, input, exchange, this)));
    }

    List<McpToolExceptionResolver> resolvers() {
        return resolvers.obtain();
    }

    Refusals refusals() {
        return refusals;
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
            Invocation<?, ?> intercepted = Invocation.of(invocation);
            return UserCode.mono(() -> result(invocation))
                    .switchIfEmpty(Mono.error(() -> wrong("no result")))
                    .doOnNext(value -> check(value, intercepted))
                    .onErrorResume(
                            failure -> !(failure instanceof McpProtocolException),
                            failure -> typed(intercepted.failed(failure)));
        }

        private Mono<McpResult> result(McpInvocation invocation) {
            Mono<McpResult> result = interceptor.intercept(invocation, next);
            if (result == null) {
                throw wrong("null instead of a Mono");
            }
            return result;
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
}

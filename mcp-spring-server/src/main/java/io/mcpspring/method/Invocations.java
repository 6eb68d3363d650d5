package io.mcpspring.method;

import io.mcpspring.Internal;
import io.mcpspring.UserCode;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.Refusals;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.util.function.SingletonSupplier;
import reactor.core.publisher.Mono;

/** The way of all invocations: through the interceptors, in the order of their stages, to the entry. */
@Internal
public record Invocations(
        SingletonSupplier<McpInterceptor.Chain> chain,
        SingletonSupplier<List<McpToolExceptionResolver>> resolvers,
        Refusals refusals) {

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
        this(
                SingletonSupplier.of(() -> chain(interceptors.get().toList())),
                SingletonSupplier.of(() -> resolvers.orderedStream().toList()),
                refusals);
    }

    /** Links the library's own interceptors around those of the application, whose results are checked. */
    private static McpInterceptor.Chain chain(List<McpInterceptor> all) {
        List<BuiltInInterceptor> builtIn = new ArrayList<>();
        McpInterceptor.Chain method =
                invocation -> Mono.defer(() -> typed(Invocation.of(invocation).run()));
        // What has returned has taken effect, also if an interceptor of the application is stopped then.
        McpInterceptor.Chain application = all.stream().allMatch(BuiltInInterceptor.class::isInstance)
                ? method
                : invocation -> Mono.deferContextual(
                        context -> method.proceed(invocation).doOnNext(result -> UserTask.goesOn(context)));
        for (int i = all.size() - 1; i >= 0; i--) {
            if (all.get(i) instanceof BuiltInInterceptor interceptor) {
                builtIn.add(interceptor);
            } else {
                application = ofApplication(all.get(i), application);
            }
        }
        McpInterceptor.Chain rest = application;
        McpInterceptor.Chain chain = invocation -> rest.proceed(invocation).map(Invocation.of(invocation)::checked);
        builtIn.sort(AnnotationAwareOrderComparator.INSTANCE.reversed());
        for (BuiltInInterceptor interceptor : builtIn) {
            McpInterceptor.Chain next = chain;
            chain = invocation -> interceptor.intercept(invocation, next);
        }
        return chain;
    }

    /** Links an interceptor of the application, which may return and throw anything. */
    private static McpInterceptor.Chain ofApplication(McpInterceptor interceptor, McpInterceptor.Chain next) {
        // The operators of an interceptor may throw when they get the result.
        McpInterceptor.Chain guarded = passed -> UserCode.mono(() -> next.proceed(passed));
        return invocation -> {
            Invocation<?, ?> intercepted = Invocation.of(invocation);
            if (!intercepted.isAccepted()) {
                return next.proceed(invocation);
            }
            return UserCode.<McpResult>mono(
                            () -> Objects.requireNonNullElse(interceptor.intercept(invocation, guarded), Mono.empty()))
                    .filter(intercepted.kind().result::isInstance)
                    .switchIfEmpty(Mono.error(() -> new IllegalStateException(
                            "The interceptor " + interceptor.getClass().getName() + " did not return a "
                                    + intercepted.kind().result.getSimpleName() + " for "
                                    + intercepted.describe())))
                    .onErrorResume(
                            failure -> !(failure instanceof McpProtocolException),
                            failure -> typed(intercepted.failed(failure)));
        };
    }

    /**
     * Invokes an entry for a client; failures are results, or errors of the protocol.
     *
     * @param name the name by which the client invokes the entry
     */
    public <I, R extends McpResult> Mono<R> invoke(Invocable<I, R> entry, String name, I input, Exchange exchange) {
        return typed(chain.obtain().proceed(new Invocation<>(entry, name, input, exchange, this)));
    }

    // Each link has a result of the type of the invocation: ofApplication checks the only ones of unknown types.
    @SuppressWarnings("unchecked")
    private static <R> Mono<R> typed(Mono<? extends McpResult> result) {
        return (Mono<R>) result;
    }
}

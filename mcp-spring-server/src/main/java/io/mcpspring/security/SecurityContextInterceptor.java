package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallerThread;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.Invocation;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.ThreadLocals;
import java.util.function.Supplier;
import org.springframework.core.annotation.Order;
import org.springframework.security.concurrent.DelegatingSecurityContextRunnable;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Fills the {@link SecurityContextHolderStrategy} on the threads of an invocation, so that method security and blocking
 * code see the caller. For a caller without authentication it is empty. An interceptor of the application may replace
 * the caller, by one that is known at once.
 *
 * @param holder holds the security context
 */
@Internal
@Order(InterceptorStage.CALLER)
public record SecurityContextInterceptor(Supplier<SecurityContextHolderStrategy> holder) implements BuiltInInterceptor {

    // The context of a filter chain may have to be loaded first.
    @Override
    public Mono<McpResult> intercept(Invocation<?, ?> invocation, Chain chain) {
        return ReactiveSecurityContextHolder.getContext()
                .map(security -> ReactiveSecurityContextHolder.withSecurityContext(Mono.just(security)))
                .defaultIfEmpty(Context.empty())
                .flatMap(known -> chain.proceed(invocation)
                        .contextWrite(context -> ThreadLocals.within(
                                context.putAll(known.readOnly()),
                                (now, task) -> withSecurityContext(now, task, known.isEmpty()))));
    }

    /** @param unknown whether the request has come without a security context, so that its thread is left alone */
    private Runnable withSecurityContext(ContextView now, Runnable task, boolean unknown) {
        if (unknown && CallerThread.isCurrent(now) && !now.hasKey(SecurityContext.class)) {
            return task;
        }
        SecurityContextHolderStrategy strategy = holder.get();
        SecurityContext empty = strategy.createEmptyContext();
        SecurityContext security = ReactiveSecurityContextHolder.getContext()
                .defaultIfEmpty(empty)
                .contextWrite(now)
                .toFuture()
                .getNow(empty);
        DelegatingSecurityContextRunnable delegating = new DelegatingSecurityContextRunnable(task, security);
        delegating.setSecurityContextHolderStrategy(strategy);
        return delegating;
    }
}

package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.Invocation;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.ThreadLocals;
import java.util.function.Supplier;
import org.springframework.security.concurrent.DelegatingSecurityContextRunnable;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import reactor.core.publisher.Mono;

/**
 * Fills the {@link SecurityContextHolderStrategy} on the threads of an invocation, so that method security and blocking
 * code see the caller. For a caller without authentication it is empty. Needed twice: for blocking interceptors, and
 * for the method, whose caller an interceptor may have replaced.
 */
@Internal
public final class SecurityContextInterceptor implements BuiltInInterceptor {

    private final InterceptorStage stage;

    private final Supplier<SecurityContextHolderStrategy> holder;

    public SecurityContextInterceptor(InterceptorStage stage, Supplier<SecurityContextHolderStrategy> holder) {
        this.stage = stage;
        this.holder = holder;
    }

    @Override
    public InterceptorStage stage() {
        return stage;
    }

    @Override
    public Mono<McpResult> intercept(Invocation<?, ?> invocation, Chain chain) {
        SecurityContextHolderStrategy strategy = holder.get();
        return ReactiveSecurityContextHolder.getContext()
                .switchIfEmpty(Mono.fromSupplier(strategy::createEmptyContext))
                .flatMap(security -> chain.proceed(invocation)
                        .contextWrite(context -> ThreadLocals.within(context, task -> task(task, security, strategy))));
    }

    private static Runnable task(Runnable task, SecurityContext security, SecurityContextHolderStrategy strategy) {
        DelegatingSecurityContextRunnable delegating = new DelegatingSecurityContextRunnable(task, security);
        delegating.setSecurityContextHolderStrategy(strategy);
        return delegating;
    }
}

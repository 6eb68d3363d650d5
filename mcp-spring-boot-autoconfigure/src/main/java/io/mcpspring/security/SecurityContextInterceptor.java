package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.method.BuiltInInterceptor;
import io.mcpspring.method.InterceptorStage;
import io.mcpspring.method.McpInvocation;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.server.ThreadLocals;
import org.springframework.security.concurrent.DelegatingSecurityContextRunnable;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import reactor.core.publisher.Mono;

/**
 * Fills the {@link SecurityContextHolder} on the threads of an invocation, so that method security and blocking code
 * see the caller. For a caller without authentication it is empty. Needed twice: for blocking interceptors, and for the
 * method, whose caller an interceptor may have replaced.
 */
@Internal
public final class SecurityContextInterceptor implements BuiltInInterceptor {

    private final InterceptorStage stage;

    public SecurityContextInterceptor(InterceptorStage stage) {
        this.stage = stage;
    }

    @Override
    public InterceptorStage stage() {
        return stage;
    }

    @Override
    public Mono<McpResult> intercept(McpInvocation invocation, Chain chain) {
        return ReactiveSecurityContextHolder.getContext()
                .switchIfEmpty(Mono.fromSupplier(SecurityContextHolder::createEmptyContext))
                .flatMap(security -> chain.proceed(invocation)
                        .contextWrite(context -> ThreadLocals.within(context, task -> task(task, security))));
    }

    private static Runnable task(Runnable task, SecurityContext security) {
        return new DelegatingSecurityContextRunnable(task, security);
    }
}

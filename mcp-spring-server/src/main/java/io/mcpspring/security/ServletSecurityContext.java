package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.http.ThreadContext;
import java.util.function.Supplier;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** The security context of a servlet request. */
@Internal
public final class ServletSecurityContext implements ThreadContext {

    private final Supplier<SecurityContextHolderStrategy> holder;

    public ServletSecurityContext(Supplier<SecurityContextHolderStrategy> holder) {
        this.holder = holder;
    }

    @Override
    public Context read() {
        SecurityContext context = holder.get().getContext();
        return context.getAuthentication() == null
                ? Context.empty()
                : ReactiveSecurityContextHolder.withSecurityContext(Mono.just(context));
    }
}

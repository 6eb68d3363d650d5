package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.transport.ThreadContext;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** The security context of a servlet request. */
@Internal
public final class ServletSecurityContext implements ThreadContext {

    @Override
    public Context read() {
        SecurityContext context = SecurityContextHolder.getContext();
        return context.getAuthentication() == null
                ? Context.empty()
                : ReactiveSecurityContextHolder.withSecurityContext(Mono.just(context));
    }
}

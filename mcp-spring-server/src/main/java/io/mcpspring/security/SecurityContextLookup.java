package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.http.CallerLookup;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Adds the security context to the caller, so that the rules of all entries of a list can read it at once. */
@Internal
public final class SecurityContextLookup implements CallerLookup {

    @Override
    public Mono<Caller> find(ServerWebExchange exchange) {
        Mono<Caller> caller = PRINCIPAL.find(exchange);
        return ReactiveSecurityContextHolder.getContext()
                .flatMap(context -> caller.map(found -> found.with(SecurityContext.class, context)))
                .switchIfEmpty(caller);
    }
}

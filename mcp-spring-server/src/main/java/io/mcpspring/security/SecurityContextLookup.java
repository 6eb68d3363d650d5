package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.http.Caller;
import io.mcpspring.http.CallerLookup;
import java.security.Principal;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import reactor.core.publisher.Mono;

/** Adds the security context to the caller, so that the rules of all entries of a list can read it at once. */
@Internal
public final class SecurityContextLookup implements CallerLookup {

    @Override
    public Mono<Caller> find(Mono<Principal> user) {
        Mono<Caller> caller = PRINCIPAL.find(user);
        return ReactiveSecurityContextHolder.getContext()
                .flatMap(security -> caller.map(found -> found.with(SecurityContext.class, security)))
                .switchIfEmpty(caller);
    }
}

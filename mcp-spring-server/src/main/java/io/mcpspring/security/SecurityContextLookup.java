package io.mcpspring.security;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.http.CallerLookup;
import io.mcpspring.webmvc.ThreadContext;
import java.security.Principal;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationTrustResolver;
import org.springframework.security.authentication.AuthenticationTrustResolverImpl;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/**
 * Reads the security context of a request.
 *
 * @param holder holds the security context of a servlet request
 */
@Internal
public record SecurityContextLookup(Supplier<SecurityContextHolderStrategy> holder)
        implements CallerLookup, ThreadContext {

    private static final AuthenticationTrustResolver TRUST = new AuthenticationTrustResolverImpl();

    // Adds the security context to the caller, so that the rules of all entries of a list can read it at once.
    @Override
    public Mono<Attributes> find(Mono<Principal> user) {
        Mono<Attributes> caller = PRINCIPAL.find(user);
        return ReactiveSecurityContextHolder.getContext()
                .flatMap(security -> caller.map(
                        found -> user(found, security.getAuthentication()).with(SecurityContext.class, security)))
                .switchIfEmpty(caller);
    }

    /** Outside of a filter chain, a filter of the application may set the security context alone. */
    private static Attributes user(Attributes found, @Nullable Authentication known) {
        return found.get(Principal.class) == null && TRUST.isAuthenticated(known)
                ? found.with(Principal.class, known)
                : found;
    }

    @Override
    public Context read() {
        SecurityContext context = holder.get().getContext();
        return context.getAuthentication() == null
                ? Context.empty()
                : ReactiveSecurityContextHolder.withSecurityContext(Mono.just(context));
    }
}

package io.mcpspring.test;

import java.security.Principal;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Mono;

/** Filters for applications with Spring Security. */
final class SecurityFilters {

    private SecurityFilters() {}

    static WebFilter of(Principal principal) {
        return (exchange, chain) -> principal instanceof Authentication user
                ? chain.filter(exchange).contextWrite(ReactiveSecurityContextHolder.withAuthentication(user))
                : chain.filter(exchange);
    }

    /** Returns a filter for the user that is bound to the thread, for instance by {@code @WithMockUser}. */
    static WebFilter ofThread() {
        return (exchange, chain) -> {
            Authentication user = SecurityContextHolder.getContext().getAuthentication();
            return user == null
                    // As the filter chains leave it, which do not apply in process.
                    ? chain.filter(exchange)
                            .contextWrite(ReactiveSecurityContextHolder.withSecurityContext(Mono.empty()))
                    : chain.filter(exchange.mutate().principal(Mono.just(user)).build())
                            .contextWrite(ReactiveSecurityContextHolder.withAuthentication(user));
        };
    }
}

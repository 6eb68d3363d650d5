package io.mcpspring.controller;

import java.security.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.ReactiveSecurityContextHolder;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authorization.AuthorizationWebFilter;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** The rules of Spring Security's filter chains in a WebFlux application. */
record ReactiveUrlRules(List<SecurityWebFilterChain> chains, DispatchedExchanges exchanges) implements UrlRules {

    static UrlRules of(ApplicationContext application, DispatchedExchanges exchanges) {
        List<SecurityWebFilterChain> chains = application
                .getBeanProvider(SecurityWebFilterChain.class)
                .orderedStream()
                .toList();
        return chains.isEmpty() ? NONE : new ReactiveUrlRules(chains, exchanges);
    }

    @Override
    public Mono<List<Mono<Boolean>>> decisions(DispatchRequest request) {
        ServerWebExchange exchange = exchanges.of(request.withHeadersOfClient(), new DispatchedHttpResponse(0));
        return Flux.fromIterable(chains)
                .filterWhen(chain -> chain.matches(exchange))
                .next()
                .flatMap(chain -> chain.getWebFilters().collectList())
                // A chain without filters lets everything pass.
                .filter(filters -> !filters.isEmpty())
                .map(filters -> filters.stream()
                        .filter(AuthorizationWebFilter.class::isInstance)
                        .map(filter ->
                                isReached(filter, exchange).contextWrite(context -> withUser(context, request.user())))
                        .toList());
    }

    /** Emits whether a request passes a filter. */
    private static Mono<Boolean> isReached(WebFilter filter, ServerWebExchange exchange) {
        return filter.filter(exchange, passed -> Mono.empty())
                .thenReturn(true)
                .onErrorReturn(AccessDeniedException.class, false)
                .onErrorReturn(AuthenticationException.class, false);
    }

    // The context of a call has another user if an interceptor has replaced the caller.
    private static Context withUser(Context context, @Nullable Principal user) {
        return user instanceof Authentication known
                ? context.putAll(
                        ReactiveSecurityContextHolder.withAuthentication(known).readOnly())
                : ReactiveSecurityContextHolder.clearContext().apply(context);
    }
}

package io.mcpspring.controller;

import java.util.List;
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
    public boolean isUndecidable(DispatchRequest request) {
        return filters(exchange(request))
                .map(filters -> deciding(filters).isEmpty())
                .defaultIfEmpty(false)
                .toFuture()
                .join();
    }

    private ServerWebExchange exchange(DispatchRequest request) {
        return exchanges.of(request.withHeadersOfClient(), new DispatchedHttpResponse(0));
    }

    /** Emits the filters of the chain that applies; empty if none does, or if it lets everything pass. */
    private Mono<List<WebFilter>> filters(ServerWebExchange exchange) {
        return Flux.fromIterable(chains)
                .filterWhen(chain -> chain.matches(exchange))
                .next()
                .flatMap(chain -> chain.getWebFilters().collectList())
                .filter(filters -> !filters.isEmpty());
    }

    @Override
    public Mono<Boolean> permit(DispatchRequest request, boolean ifUndecidable) {
        ServerWebExchange exchange = exchange(request);
        return filters(exchange)
                .flatMap(filters -> isPermitted(filters, exchange, ifUndecidable))
                .defaultIfEmpty(true)
                .contextWrite(
                        // The context of the call has another user if an interceptor has replaced the caller.
                        context -> request.user() instanceof Authentication user
                                ? context.putAll(ReactiveSecurityContextHolder.withAuthentication(user)
                                        .readOnly())
                                : ReactiveSecurityContextHolder.clearContext().apply(context));
    }

    private static List<AuthorizationWebFilter> deciding(List<WebFilter> filters) {
        return filters.stream()
                .filter(AuthorizationWebFilter.class::isInstance)
                .map(AuthorizationWebFilter.class::cast)
                .toList();
    }

    private static Mono<Boolean> isPermitted(List<WebFilter> all, ServerWebExchange exchange, boolean ifUndecidable) {
        List<AuthorizationWebFilter> filters = deciding(all);
        return filters.isEmpty()
                ? Mono.just(ifUndecidable)
                : Flux.fromIterable(filters)
                        .concatMap(filter -> isReached(filter, exchange))
                        .all(reached -> reached);
    }

    /** Emits whether a request passes a filter. */
    private static Mono<Boolean> isReached(AuthorizationWebFilter filter, ServerWebExchange exchange) {
        return filter.filter(exchange, passed -> Mono.empty())
                .thenReturn(true)
                .onErrorReturn(AccessDeniedException.class, false)
                .onErrorReturn(AuthenticationException.class, false);
    }
}

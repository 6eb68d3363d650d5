package io.mcpspring.controller;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.config.core.GrantedAuthorityDefaults;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.context.AbstractSecurityWebApplicationInitializer;
import org.springframework.security.web.debug.DebugFilter;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.util.ServletRequestPathUtils;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The rules of Spring Security's filter chains in a Spring MVC application. */
record ServletUrlRules(List<SecurityFilterChain> chains, ServletLocation location) implements UrlRules {

    private static final Authentication ANONYMOUS = new AnonymousAuthenticationToken(
            "anonymous", "anonymousUser", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));

    static String rolePrefix(WebApplicationContext application) {
        return application
                .getBeanProvider(GrantedAuthorityDefaults.class)
                .getIfAvailable(() -> new GrantedAuthorityDefaults("ROLE_"))
                .getRolePrefix();
    }

    static UrlRules of(WebApplicationContext application, ServletLocation location) {
        String name = AbstractSecurityWebApplicationInitializer.DEFAULT_FILTER_NAME;
        Object filter = application.containsBean(name) ? application.getBean(name) : null;
        Object proxy = filter instanceof DebugFilter debug ? debug.getFilterChainProxy() : filter;
        // The proxy also knows the paths that the application ignores.
        List<SecurityFilterChain> chains = proxy instanceof FilterChainProxy known
                ? known.getFilterChains()
                : application
                        .getBeanProvider(SecurityFilterChain.class)
                        .orderedStream()
                        .toList();
        return chains.isEmpty() ? NONE : new ServletUrlRules(chains, location);
    }

    @Override
    public Mono<List<Mono<Boolean>>> decisions(DispatchRequest request) {
        HttpServletRequest parsed = new DispatchedServletRequest(request.withHeadersOfClient(), location).request;
        ServletRequestPathUtils.parseAndCache(parsed);
        Authentication caller = request.user() instanceof Authentication user ? user : ANONYMOUS;
        return Flux.fromIterable(chains)
                .filter(chain -> chain.matches(parsed))
                .next()
                .map(SecurityFilterChain::getFilters)
                // A chain without filters lets everything pass.
                .filter(filters -> !filters.isEmpty())
                .map(filters -> filters.stream()
                        .filter(AuthorizationFilter.class::isInstance)
                        .map(filter -> ((AuthorizationFilter) filter).getAuthorizationManager())
                        .map(rules -> Mono.fromSupplier(() -> isGranted(rules.authorize(() -> caller, parsed))))
                        .toList());
    }

    // As in the filter, a manager that abstains does not deny.
    private static boolean isGranted(@Nullable AuthorizationResult result) {
        return result == null || result.isGranted();
    }
}

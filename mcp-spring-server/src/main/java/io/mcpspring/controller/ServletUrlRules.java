package io.mcpspring.controller;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.FilterChainProxy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.context.AbstractSecurityWebApplicationInitializer;
import org.springframework.security.web.debug.DebugFilter;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.util.ServletRequestPathUtils;
import reactor.core.publisher.Mono;

/** The rules of Spring Security's filter chains in a Spring MVC application. */
record ServletUrlRules(List<SecurityFilterChain> chains, ServletLocation location) implements UrlRules {

    private static final Authentication ANONYMOUS = new AnonymousAuthenticationToken(
            "anonymous", "anonymousUser", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));

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
    public boolean isUndecidable(DispatchRequest request) {
        return chain(parsed(request)).filter(chain -> managers(chain).isEmpty()).isPresent();
    }

    private HttpServletRequest parsed(DispatchRequest request) {
        HttpServletRequest parsed = new DispatchedServletRequest(request.withHeadersOfClient(), location).request;
        ServletRequestPathUtils.parseAndCache(parsed);
        return parsed;
    }

    /** Returns the chain that applies to a request; empty if none does, or if it lets everything pass. */
    private Optional<SecurityFilterChain> chain(HttpServletRequest request) {
        return chains.stream()
                .filter(chain -> chain.matches(request))
                .findFirst()
                .filter(chain -> !chain.getFilters().isEmpty());
    }

    private static List<AuthorizationManager<HttpServletRequest>> managers(SecurityFilterChain chain) {
        return chain.getFilters().stream()
                .filter(AuthorizationFilter.class::isInstance)
                .map(filter -> ((AuthorizationFilter) filter).getAuthorizationManager())
                .toList();
    }

    @Override
    public Mono<Boolean> permit(DispatchRequest request, boolean ifUndecidable) {
        return Mono.fromSupplier(() -> {
            HttpServletRequest parsed = parsed(request);
            return chain(parsed)
                    .map(chain -> isPermitted(managers(chain), request, parsed, ifUndecidable))
                    .orElse(true);
        });
    }

    private static boolean isPermitted(
            List<AuthorizationManager<HttpServletRequest>> managers,
            DispatchRequest request,
            HttpServletRequest parsed,
            boolean ifUndecidable) {
        Authentication caller = request.user() instanceof Authentication user ? user : ANONYMOUS;
        return managers.isEmpty()
                ? ifUndecidable
                : managers.stream().allMatch(manager -> isGranted(manager.authorize(() -> caller, parsed)));
    }

    // As in the filter, a manager that abstains does not deny.
    private static boolean isGranted(@Nullable AuthorizationResult result) {
        return result == null || result.isGranted();
    }
}

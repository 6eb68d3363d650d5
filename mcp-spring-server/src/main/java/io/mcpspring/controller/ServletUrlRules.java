package io.mcpspring.controller;

import jakarta.servlet.http.HttpServletRequest;
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
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.util.ServletRequestPathUtils;
import reactor.core.publisher.Mono;

/** The rules of Spring Security's filter chains in a Spring MVC application. */
record ServletUrlRules(FilterChainProxy proxy, ServletLocation location) implements UrlRules {

    private static final Authentication ANONYMOUS = new AnonymousAuthenticationToken(
            "anonymous", "anonymousUser", AuthorityUtils.createAuthorityList("ROLE_ANONYMOUS"));

    static UrlRules of(WebApplicationContext application, ServletLocation location) {
        FilterChainProxy proxy =
                application.getBeanProvider(FilterChainProxy.class).getIfAvailable();
        return proxy == null ? NONE : new ServletUrlRules(proxy, location);
    }

    @Override
    public Optional<Boolean> decide(DispatchRequest request) {
        return chain(parsed(request)).map(chain -> authorization(chain).isPresent());
    }

    /** Returns the chain that applies to a request; empty if none does, or if it lets everything pass. */
    private Optional<SecurityFilterChain> chain(HttpServletRequest request) {
        return proxy.getFilterChains().stream()
                .filter(chain -> chain.matches(request))
                .findFirst()
                .filter(chain -> !chain.getFilters().isEmpty());
    }

    private static Optional<AuthorizationManager<HttpServletRequest>> authorization(SecurityFilterChain chain) {
        return chain.getFilters().stream()
                .filter(AuthorizationFilter.class::isInstance)
                .map(filter -> ((AuthorizationFilter) filter).getAuthorizationManager())
                .findFirst();
    }

    private HttpServletRequest parsed(DispatchRequest request) {
        HttpServletRequest parsed = new DispatchedServletRequest(request, location).request;
        ServletRequestPathUtils.parseAndCache(parsed);
        return parsed;
    }

    @Override
    public Mono<Boolean> permit(DispatchRequest request, boolean undecided) {
        return Mono.fromSupplier(() -> isPermitted(request, undecided));
    }

    private boolean isPermitted(DispatchRequest request, boolean undecided) {
        HttpServletRequest parsed = parsed(request);
        SecurityFilterChain chain = chain(parsed).orElse(null);
        if (chain == null) {
            return true;
        }
        Authentication caller = request.user() instanceof Authentication user ? user : ANONYMOUS;
        return authorization(chain)
                .map(manager -> isGranted(manager.authorize(() -> caller, parsed)))
                .orElse(undecided);
    }

    // As in the filter, a manager that abstains does not deny.
    private static boolean isGranted(@Nullable AuthorizationResult result) {
        return result == null || result.isGranted();
    }
}

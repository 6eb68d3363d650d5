package io.mcpspring.support;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.security.Principal;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpRequest;
import org.springframework.http.server.ServletServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.util.UriComponentsBuilder;
import reactor.core.publisher.Mono;

/** Authenticates each request on every web stack, by any part of the request and without a check. */
public class TestUsers implements WebFilter, Filter {

    private final Function<HttpRequest, @Nullable Principal> user;

    /** @param user returns {@code null} for an anonymous request */
    public TestUsers(Function<HttpRequest, @Nullable Principal> user) {
        this.user = user;
    }

    /** Authenticates the user that the parameter {@code user} of the query names. */
    public static TestUsers ofQuery() {
        return new TestUsers(request -> {
            String user = UriComponentsBuilder.fromUri(request.getURI())
                    .build()
                    .getQueryParams()
                    .getFirst("user");
            return user == null ? null : (Principal) () -> user;
        });
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        Principal principal = user.apply(exchange.getRequest());
        return chain.filter(
                principal == null
                        ? exchange
                        : exchange.mutate().principal(Mono.just(principal)).build());
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpServletRequest http = (HttpServletRequest) request;
        Principal principal = user.apply(new ServletServerHttpRequest(http));
        chain.doFilter(principal == null ? http : new Authenticated(http, principal), response);
    }

    private static final class Authenticated extends HttpServletRequestWrapper {

        private final Principal user;

        Authenticated(HttpServletRequest request, Principal user) {
            super(request);
            this.user = user;
        }

        @Override
        public Principal getUserPrincipal() {
            return user;
        }
    }
}

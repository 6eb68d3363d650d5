package io.mcpspring.contract.security;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AuthenticationFilter;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.AuthenticationWebFilter;
import reactor.core.publisher.Mono;

/** Spring Security that authenticates the user named in the query, for both web stacks. */
@Configuration(proxyBeanMethods = false)
@Import({Users.OfWebFlux.class, Users.OfSpringMvc.class})
public class Users {

    /** The path of the endpoint for a user with roles, and scopes such as {@code SCOPE_read}. */
    public static String path(String user, String... roles) {
        return "/mcp?user=" + user + "&roles=" + String.join(",", roles);
    }

    /** Authenticates the user in a filter chain of WebFlux. */
    public static AuthenticationWebFilter webFilter() {
        AuthenticationWebFilter filter = new AuthenticationWebFilter((ReactiveAuthenticationManager) Mono::just);
        filter.setServerAuthenticationConverter(exchange -> Mono.justOrEmpty(authentication(
                exchange.getRequest().getQueryParams().getFirst("user"),
                exchange.getRequest().getQueryParams().getFirst("roles"))));
        return filter;
    }

    /** Authenticates the user in a filter chain of Spring MVC. */
    public static AuthenticationFilter filter() {
        AuthenticationFilter filter = new AuthenticationFilter(
                (AuthenticationManager) authentication -> authentication,
                request -> authentication(request.getParameter("user"), request.getParameter("roles")));
        filter.setSuccessHandler((request, response, authentication) -> {});
        return filter;
    }

    private static @Nullable Authentication authentication(@Nullable String user, @Nullable String roles) {
        return user == null
                ? null
                : UsernamePasswordAuthenticationToken.authenticated(
                        user,
                        null,
                        Stream.of((roles == null ? "" : roles).split(","))
                                .filter(role -> !role.isEmpty())
                                .map(role -> role.startsWith("SCOPE_") ? role : "ROLE_" + role)
                                .map(SimpleGrantedAuthority::new)
                                .toList());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    @EnableWebFluxSecurity
    static class OfWebFlux {

        @Bean
        SecurityWebFilterChain users(ServerHttpSecurity http) {
            return http.csrf(ServerHttpSecurity.CsrfSpec::disable)
                    .addFilterAt(webFilter(), SecurityWebFiltersOrder.AUTHENTICATION)
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    @EnableWebSecurity
    static class OfSpringMvc {

        @Bean
        SecurityFilterChain users(HttpSecurity http) {
            return http.csrf(csrf -> csrf.disable())
                    .addFilterBefore(filter(), AuthorizationFilter.class)
                    .build();
        }
    }
}

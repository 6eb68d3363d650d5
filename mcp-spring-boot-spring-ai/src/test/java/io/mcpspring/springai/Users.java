package io.mcpspring.springai;

import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.reactive.EnableWebFluxSecurity;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AuthenticationFilter;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.AuthenticationWebFilter;
import reactor.core.publisher.Mono;

/** Authenticates each request as a user with the role that the header {@value #ROLE} names, on both web stacks. */
@Configuration(proxyBeanMethods = false)
@Import({Users.OfWebFlux.class, Users.OfSpringMvc.class})
class Users {

    static final String ROLE = "X-Role";

    private static Authentication user(String role) {
        return new TestingAuthenticationToken("user", "none", "ROLE_" + role);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.REACTIVE)
    @EnableWebFluxSecurity
    static class OfWebFlux {

        @Bean
        SecurityWebFilterChain users(ServerHttpSecurity http) {
            AuthenticationWebFilter filter = new AuthenticationWebFilter((ReactiveAuthenticationManager) Mono::just);
            filter.setServerAuthenticationConverter(exchange ->
                    Mono.just(user(exchange.getRequest().getHeaders().getFirst(ROLE))));
            return http.csrf(ServerHttpSecurity.CsrfSpec::disable)
                    .addFilterAt(filter, SecurityWebFiltersOrder.AUTHENTICATION)
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = Type.SERVLET)
    @EnableWebSecurity
    static class OfSpringMvc {

        @Bean
        SecurityFilterChain users(HttpSecurity http) {
            AuthenticationFilter filter = new AuthenticationFilter(
                    (AuthenticationManager) authentication -> authentication, request -> user(request.getHeader(ROLE)));
            filter.setSuccessHandler((request, response, authentication) -> {});
            return http.csrf(csrf -> csrf.disable())
                    .addFilterBefore(filter, AuthorizationFilter.class)
                    .build();
        }
    }
}

package io.mcpspring.secured;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.config.web.server.SecurityWebFiltersOrder;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.authentication.AuthenticationWebFilter;
import org.springframework.security.web.server.context.NoOpServerSecurityContextRepository;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;
import reactor.core.publisher.Mono;

@Configuration
class ReactiveKeySecurity {

    interface ApiKeys {

        /** Returns the name of the owner; empty for an unknown key. */
        Mono<String> owner(String key);
    }

    @Bean
    @Order(-20)
    SecurityWebFilterChain mcpSecurity(ServerHttpSecurity http, ApiKeys keys) {
        ReactiveAuthenticationManager manager = presented -> keys.owner(
                        presented.getCredentials().toString())
                .map(owner -> new PreAuthenticatedAuthenticationToken(owner, null, AuthorityUtils.NO_AUTHORITIES))
                .cast(Authentication.class)
                .switchIfEmpty(Mono.error(() -> new BadCredentialsException("Unknown key")));
        AuthenticationWebFilter filter = new AuthenticationWebFilter(manager);
        filter.setServerAuthenticationConverter(
                exchange -> Mono.justOrEmpty(exchange.getRequest().getHeaders().getFirst("X-API-Key"))
                        .map(key -> new PreAuthenticatedAuthenticationToken("key", key)));
        return http.securityMatcher(new PathPatternParserServerWebExchangeMatcher("/mcp"))
                .csrf(ServerHttpSecurity.CsrfSpec::disable)
                .securityContextRepository(NoOpServerSecurityContextRepository.getInstance())
                .addFilterAt(filter, SecurityWebFiltersOrder.AUTHENTICATION)
                .authorizeExchange(exchange -> exchange.pathMatchers(HttpMethod.OPTIONS)
                        .permitAll()
                        .anyExchange()
                        .authenticated())
                .build();
    }
}

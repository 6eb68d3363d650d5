package io.mcpspring.secured;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.userdetails.ReactiveUserDetailsService;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.context.NoOpServerSecurityContextRepository;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;
import reactor.core.publisher.Mono;

@Configuration
class ReactiveCertificateSecurity {

    @Bean
    @Order(-20)
    SecurityWebFilterChain mcpSecurity(ServerHttpSecurity http) {
        return http.securityMatcher(new PathPatternParserServerWebExchangeMatcher("/mcp"))
                .csrf(ServerHttpSecurity.CsrfSpec::disable)
                .securityContextRepository(NoOpServerSecurityContextRepository.getInstance())
                .x509(Customizer.withDefaults())
                .authorizeExchange(exchange -> exchange.pathMatchers(HttpMethod.OPTIONS)
                        .permitAll()
                        .anyExchange()
                        .authenticated())
                .build();
    }

    /** Every owner of a certificate that the server trusts is a user. */
    @Bean
    ReactiveUserDetailsService owners() {
        return commonName -> Mono.just(
                User.withUsername(commonName).password("").roles("CLIENT").build());
    }
}

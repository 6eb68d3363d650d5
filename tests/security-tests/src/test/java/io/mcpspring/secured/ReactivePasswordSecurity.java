package io.mcpspring.secured;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.context.NoOpServerSecurityContextRepository;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;

@Configuration
class ReactivePasswordSecurity {

    @Bean
    @Order(-20)
    SecurityWebFilterChain mcpSecurity(ServerHttpSecurity http) {
        return http.securityMatcher(new PathPatternParserServerWebExchangeMatcher("/mcp"))
                .csrf(ServerHttpSecurity.CsrfSpec::disable)
                .securityContextRepository(NoOpServerSecurityContextRepository.getInstance())
                .httpBasic(Customizer.withDefaults())
                .authorizeExchange(exchange -> exchange.pathMatchers(HttpMethod.OPTIONS)
                        .permitAll()
                        .anyExchange()
                        .authenticated())
                .build();
    }

    @Bean
    @Order(1)
    SecurityWebFilterChain otherPaths(ServerHttpSecurity http) {
        return http.authorizeExchange(exchange -> exchange.pathMatchers("/.well-known/oauth-protected-resource/**")
                        .permitAll()
                        .anyExchange()
                        .authenticated())
                .formLogin(Customizer.withDefaults())
                .build();
    }
}

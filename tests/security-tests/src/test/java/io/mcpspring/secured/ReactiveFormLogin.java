package io.mcpspring.secured;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.csrf.CsrfWebFilter;
import org.springframework.security.web.server.util.matcher.AndServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.NegatedServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;
import org.springframework.security.web.server.util.matcher.ServerWebExchangeMatcher;

@Configuration
class ReactiveFormLogin {

    @Bean
    SecurityWebFilterChain formLoginSecurity(ServerHttpSecurity http) {
        ServerWebExchangeMatcher outsideOfMcp =
                new NegatedServerWebExchangeMatcher(new PathPatternParserServerWebExchangeMatcher("/mcp"));
        return http.authorizeExchange(requests -> requests.anyExchange().authenticated())
                .formLogin(Customizer.withDefaults())
                .csrf(csrf -> csrf.requireCsrfProtectionMatcher(
                        new AndServerWebExchangeMatcher(CsrfWebFilter.DEFAULT_CSRF_MATCHER, outsideOfMcp)))
                .build();
    }
}

package io.mcpspring.secured;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AuthenticationEntryPointFailureHandler;
import org.springframework.security.web.authentication.AuthenticationFilter;
import org.springframework.security.web.authentication.HttpStatusEntryPoint;
import org.springframework.security.web.authentication.preauth.PreAuthenticatedAuthenticationToken;

@Configuration
class KeySecurity {

    interface ApiKeys {

        /** Returns the name of the owner; {@code null} for an unknown key. */
        String owner(String key);
    }

    @Bean
    @Order(-20)
    SecurityFilterChain mcpSecurity(HttpSecurity http, ApiKeys keys) throws Exception {
        HttpStatusEntryPoint unauthorized = new HttpStatusEntryPoint(HttpStatus.UNAUTHORIZED);
        AuthenticationManager manager = presented -> {
            String owner = keys.owner(presented.getCredentials().toString());
            if (owner == null) {
                throw new BadCredentialsException("Unknown key");
            }
            return new PreAuthenticatedAuthenticationToken(owner, null, AuthorityUtils.NO_AUTHORITIES);
        };
        AuthenticationFilter filter = new AuthenticationFilter(manager, request -> {
            String key = request.getHeader("X-API-Key");
            return key == null ? null : new PreAuthenticatedAuthenticationToken("key", key);
        });
        filter.setSuccessHandler((request, response, authentication) -> {});
        filter.setFailureHandler(new AuthenticationEntryPointFailureHandler(unauthorized));
        return http.securityMatcher("/mcp")
                .csrf(csrf -> csrf.disable())
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .addFilterBefore(filter, AuthorizationFilter.class)
                .authorizeHttpRequests(requests -> requests.requestMatchers(HttpMethod.OPTIONS)
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .exceptionHandling(failures -> failures.authenticationEntryPoint(unauthorized))
                .build();
    }
}

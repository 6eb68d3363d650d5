package io.mcpspring.secured;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
class CertificateSecurity {

    @Bean
    @Order(-20)
    SecurityFilterChain mcpSecurity(HttpSecurity http) throws Exception {
        return http.securityMatcher("/mcp")
                .csrf(csrf -> csrf.disable())
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .x509(Customizer.withDefaults())
                .authorizeHttpRequests(requests -> requests.requestMatchers(HttpMethod.OPTIONS)
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .build();
    }

    /** Every owner of a certificate that the server trusts is a user. */
    @Bean
    UserDetailsService owners() {
        return commonName ->
                User.withUsername(commonName).password("").roles("CLIENT").build();
    }
}

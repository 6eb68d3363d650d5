package com.example.petclinic;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

@Configuration(proxyBeanMethods = false)
@EnableMethodSecurity
class Security {

    @Bean
    SecurityFilterChain api(HttpSecurity http) {
        return http.authorizeHttpRequests(requests -> requests.requestMatchers(HttpMethod.GET, "/api/**")
                        .hasAnyRole("OWNER_ADMIN", "VET_ADMIN")
                        .requestMatchers(HttpMethod.DELETE, "/api/**")
                        .authenticated()
                        .requestMatchers("/api/**")
                        .hasRole("OWNER_ADMIN")
                        .requestMatchers("/v3/api-docs/**")
                        .permitAll()
                        .anyRequest()
                        .authenticated())
                .httpBasic(Customizer.withDefaults())
                .csrf(csrf -> csrf.disable())
                .build();
    }

    @Bean
    UserDetailsService users() {
        return new InMemoryUserDetailsManager(
                User.withUsername("olga")
                        .password("{noop}secret")
                        .roles("OWNER_ADMIN")
                        .build(),
                User.withUsername("vera")
                        .password("{noop}secret")
                        .roles("VET_ADMIN")
                        .build());
    }
}

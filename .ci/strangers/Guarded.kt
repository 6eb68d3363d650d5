package com.example.greeter

import io.mcpspring.annotation.McpTool
import kotlinx.coroutines.delay
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.Configuration
import org.springframework.security.access.annotation.Secured
import org.springframework.security.access.prepost.PreAuthorize
import org.springframework.security.config.Customizer
import org.springframework.security.config.annotation.method.configuration.EnableMethodSecurity
import org.springframework.security.config.annotation.web.builders.HttpSecurity
import org.springframework.security.config.web.server.ServerHttpSecurity
import org.springframework.security.core.userdetails.MapReactiveUserDetailsService
import org.springframework.security.core.userdetails.User
import org.springframework.security.provisioning.InMemoryUserDetailsManager
import org.springframework.security.web.SecurityFilterChain
import org.springframework.security.web.server.SecurityWebFilterChain
import org.springframework.stereotype.Component

@Component
class Guarded {

    @McpTool(description = "For administrators")
    @PreAuthorize("hasRole('ADMIN')")
    suspend fun authorized(): String {
        delay(1)
        return "authorized"
    }

    @McpTool(description = "For administrators")
    @Secured("ROLE_ADMIN")
    suspend fun secured(): String {
        delay(1)
        return "secured"
    }
}

@Configuration
@EnableMethodSecurity(securedEnabled = true)
class Security {

    private val users = listOf("ada" to "ADMIN", "ben" to "READER")
        .map { (name, role) -> User.withUsername(name).password("{noop}$name").roles(role).build() }

    @Bean
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    fun reactiveUsers() = MapReactiveUserDetailsService(users)

    @Bean
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    fun users() = InMemoryUserDetailsManager(users)

    @Bean
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    fun reactiveChain(http: ServerHttpSecurity): SecurityWebFilterChain =
        http.csrf { it.disable() }.httpBasic(Customizer.withDefaults())
            .authorizeExchange { it.anyExchange().authenticated() }.build()

    @Bean
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    fun chain(http: HttpSecurity): SecurityFilterChain =
        http.csrf { it.disable() }.httpBasic(Customizer.withDefaults())
            .authorizeHttpRequests { it.anyRequest().authenticated() }.build()
}

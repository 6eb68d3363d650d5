package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.authorization.EnableMultiFactorAuthentication;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.core.authority.FactorGrantedAuthority;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import reactor.core.publisher.Mono;

/** The filter chain of the endpoint changes nothing for the other paths of an application. */
class OtherChainsTests {

    static final String WITHOUT_ACTUATOR = "spring.autoconfigure.exclude="
            + "org.springframework.boot.security.autoconfigure.actuate.web.reactive."
            + "ReactiveManagementWebSecurityAutoConfiguration,"
            + "org.springframework.boot.security.autoconfigure.actuate.web.servlet."
            + "ManagementWebSecurityAutoConfiguration";

    private static final List<String> PATHS =
            List.of("/hello", "/other", "/unknown", "/mcp/x", "/actuator/health", "/actuator/info");

    @Test
    void thePathsOfAnApplicationWithoutChainsStayClosed() {
        SecuredServer server = SecuredServer.withTokens();
        assertThat(server.get("/other").statusCode()).isEqualTo(401);
        assertThat(server.get("/unknown").statusCode()).isEqualTo(401);
        assertThat(server.call("whoAmI").statusCode()).isEqualTo(401);
        assertOtherPathsAnswerAsWithoutTheServer(server, Tools.class);
    }

    @Test
    void thePathsOfAnApplicationWithoutActuatorStayClosed() {
        SecuredServer server = SecuredServer.of(Tools.class, ISSUER, WITHOUT_ACTUATOR);
        assertThat(PATHS)
                .allSatisfy(path -> assertThat(server.get(path).statusCode()).isEqualTo(401));
        assertThat(server.call("whoAmI").statusCode()).isEqualTo(401);
    }

    @Test
    void aChainOfTheApplicationKeepsItsPaths() {
        SecuredServer server = SecuredServer.of(HelloIsOpen.class, ISSUER);
        assertThat(server.get("/hello").statusCode()).isEqualTo(200);
        assertThat(server.get("/other").statusCode()).isEqualTo(401);
        assertThat(server.call("whoAmI").statusCode()).isEqualTo(401);
        assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode()).isEqualTo(200);
        assertOtherPathsAnswerAsWithoutTheServer(server, HelloIsOpen.class);
    }

    private static void assertOtherPathsAnswerAsWithoutTheServer(SecuredServer with, Class<?> application) {
        SecuredServer without = SecuredServer.of(application, ISSUER, "mcp.server.enabled=false");
        assertThat(PATHS)
                .allSatisfy(path -> assertThat(with.get(path).statusCode())
                        .isEqualTo(without.get(path).statusCode()));
    }

    @Test
    @OnStack(Stack.SPRING_MVC)
    void theFactorsThatPeopleNeedAreNotNeededWithAToken() {
        SecuredServer server = SecuredServer.of(WithFactors.class, ISSUER);
        assertThat(server.call("whoAmI").statusCode()).isEqualTo(401);
        assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode()).isEqualTo(200);
    }

    @Test
    void theChainCanBeReplacedByName() {
        SecuredServer server = SecuredServer.of(Replaced.class, ISSUER);
        assertThat(server.get("/mcp").headers().firstValue("X-Chain")).hasValue("replaced");
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class HelloIsOpen {

        @Bean
        @ConditionalOnWebApplication(type = Type.SERVLET)
        SecurityFilterChain ofTheApplication(HttpSecurity http) {
            return http.authorizeHttpRequests(requests -> requests.requestMatchers("/hello")
                            .permitAll()
                            .anyRequest()
                            .authenticated())
                    .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
                    .build();
        }

        @Bean
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        SecurityWebFilterChain ofTheReactiveApplication(ServerHttpSecurity http) {
            return http.authorizeExchange(exchanges -> exchanges
                            .pathMatchers("/hello")
                            .permitAll()
                            .anyExchange()
                            .authenticated())
                    .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
                    .build();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableMultiFactorAuthentication(
            authorities = {FactorGrantedAuthority.PASSWORD_AUTHORITY, FactorGrantedAuthority.OTT_AUTHORITY})
    @Import(Tools.class)
    static class WithFactors {}

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Replaced {

        @Bean("io.mcpspring.securityFilterChain")
        @ConditionalOnWebApplication(type = Type.SERVLET)
        SecurityFilterChain chain(HttpSecurity http) {
            return http.headers(headers ->
                            headers.addHeaderWriter((request, response) -> response.setHeader("X-Chain", "replaced")))
                    .build();
        }

        @Bean("io.mcpspring.securityFilterChain")
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        SecurityWebFilterChain reactiveChain(ServerHttpSecurity http) {
            return http.headers(headers -> headers.writer(exchange -> {
                        exchange.getResponse().getHeaders().set("X-Chain", "replaced");
                        return Mono.empty();
                    }))
                    .build();
        }
    }
}

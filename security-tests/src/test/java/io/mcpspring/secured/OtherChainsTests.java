package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
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

    @Test
    void thePathsOfAnApplicationWithoutChainsStayClosed() {
        for (String[] properties : new String[][] {{ISSUER}, {ISSUER, WITHOUT_ACTUATOR}}) {
            SecuredServer server = SecuredServer.of(Tools.class, properties);
            assertThat(server.get("/other").statusCode()).isEqualTo(401);
            assertThat(server.get("/unknown").statusCode()).isEqualTo(401);
            assertThat(server.call("whoAmI").statusCode()).isEqualTo(401);
            assertOtherPathsAnswerAsWithoutTheServer(server, Tools.class, properties);
        }
    }

    @Test
    void aChainOfTheApplicationKeepsItsPaths() {
        SecuredServer server = SecuredServer.of(HelloIsOpen.class, ISSUER);
        assertThat(server.get("/hello").statusCode()).isEqualTo(200);
        assertThat(server.get("/other").statusCode()).isEqualTo(401);
        assertThat(server.call("whoAmI").statusCode()).isEqualTo(401);
        assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode()).isEqualTo(200);
        assertOtherPathsAnswerAsWithoutTheServer(server, HelloIsOpen.class, ISSUER);
    }

    private static void assertOtherPathsAnswerAsWithoutTheServer(
            SecuredServer with, Class<?> application, String... properties) {
        String[] disabled = Stream.concat(Stream.of(properties), Stream.of("mcp.server.enabled=false"))
                .toArray(String[]::new);
        SecuredServer without = SecuredServer.of(application, disabled);
        assertThat(Stream.of("/hello", "/other", "/unknown", "/mcp/x", "/actuator/health", "/actuator/info"))
                .allSatisfy(path -> assertThat(with.get(path).statusCode())
                        .isEqualTo(without.get(path).statusCode()));
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

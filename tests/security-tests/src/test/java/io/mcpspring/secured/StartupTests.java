package io.mcpspring.secured;

import static io.mcpspring.secured.OtherChainsTests.WITHOUT_ACTUATOR;
import static io.mcpspring.secured.SecuredServer.AUTHORIZATION;
import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.web.server.ServerHttpSecurity;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.server.SecurityWebFilterChain;
import org.springframework.security.web.server.util.matcher.PathPatternParserServerWebExchangeMatcher;

/** What an application with Spring Security logs about its endpoint: at the start, and at the first request. */
@ExtendWith(OutputCaptureExtension.class)
class StartupTests {

    private static final String OPEN = "The MCP endpoint /mcp is open";

    /** What a proxy on this machine adds for a client on another one. */
    private static final String[] FROM_OUTSIDE = {"X-Forwarded-For", "192.0.2.7"};

    private static final String PROTECTED = "The MCP endpoint /mcp is protected";

    private static final String UNKNOWN = "cannot find out where to get an access token";

    private static final String STARTED = "MCP server 'mcp-server'";

    @ParameterizedTest
    @ValueSource(classes = {OnlyApi.class, Permitting.class})
    void anEndpointThatServesEverybodyIsReportedOnce(Class<?> application, CapturedOutput output) {
        try (SecuredServer server = SecuredServer.start(application)) {
            assertThat(server.listTools().statusCode()).isEqualTo(200);
            assertThat(output.getOut()).contains(STARTED).doesNotContain(OPEN);
            for (int i = 0; i < 2; i++) {
                assertThat(server.listTools(FROM_OUTSIDE).statusCode()).isEqualTo(200);
            }
            assertThat(output.getOut().lines().filter(line -> line.contains(OPEN)))
                    .singleElement()
                    .asString()
                    .contains("WARN", "mcp.server.security.open");
        }
    }

    @Test
    void anEndpointThatIsMeantToBeOpenIsNotReported(CapturedOutput output) {
        try (SecuredServer server = SecuredServer.start(OnlyApi.class, "mcp.server.security.open=true")) {
            assertThat(server.listTools(FROM_OUTSIDE).statusCode()).isEqualTo(200);
        }
        assertThat(output.getOut()).contains(STARTED).doesNotContain(OPEN);
    }

    @Test
    void aRequestThatIsRefusedIsNotServed(CapturedOutput output) {
        try (SecuredServer server = SecuredServer.start(OnlyApi.class)) {
            assertThat(server.call("whoAmI", "X-Forwarded-For", "192.0.2.7", "Origin", "https://evil.example")
                            .statusCode())
                    .isEqualTo(403);
        }
        assertThat(output.getOut()).contains(STARTED).doesNotContain(OPEN);
    }

    @Test
    void theLoginOfSpringBootOpensNothing(CapturedOutput output) {
        for (String[] properties : new String[][] {{}, {WITHOUT_ACTUATOR, "mcp.server.security.open=true"}}) {
            try (SecuredServer server = SecuredServer.start(Tools.class, properties)) {
                assertThat(server.call("whoAmI").statusCode()).isIn(401, 403);
                assertThat(Stream.of("/other", "/mcp", "/.well-known/oauth-protected-resource"))
                        .allSatisfy(path ->
                                assertThat(server.get(path).statusCode()).isEqualTo(401));
            }
        }
        assertThat(output.getOut().lines().filter(line -> line.contains(PROTECTED)))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line)
                        .contains("INFO", "by the first filter chain of the application", "If MCP clients get 302"));
    }

    @Test
    void severalDecodersWithoutAPrimaryOneAreReported(CapturedOutput output) {
        // On WebFlux, the chain of Spring Boot requires a single decoder, too, and stops the start.
        try (SecuredServer server = SecuredServer.start(
                SeveralDecoders.class,
                "spring.autoconfigure.exclude=org.springframework.boot.security.oauth2.server.resource.autoconfigure."
                        + "web.reactive.ReactiveOAuth2ResourceServerWebSecurityAutoConfiguration")) {
            assertThat(output.getOut())
                    .contains(
                            "The MCP endpoint /mcp does not accept access tokens",
                            "one, two",
                            "@Primary",
                            "mcp.server.security.enabled");
            assertThat(server.call("whoAmI").statusCode()).isIn(401, 403);
        }
    }

    @Test
    void anUnknownAuthorizationServerIsReported(CapturedOutput output) {
        SecuredServer.start(
                        Tools.class,
                        "spring.security.oauth2.resourceserver.jwt.jwk-set-uri=" + AUTHORIZATION.issuer()
                                + "/oauth2/jwks")
                .close();
        assertThat(output.getOut())
                .contains(UNKNOWN, "mcp.server.security.authorization-servers")
                .doesNotContain(OPEN);
    }

    @Test
    void theChainForTokensPrecedesChainsWithoutAnOrder(CapturedOutput output) {
        try (SecuredServer server = SecuredServer.start(DeniesEndpoint.class, ISSUER)) {
            assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode())
                    .isEqualTo(200);
        }
        assertThat(protection(output))
                .contains("by the filter chain for access tokens, io.mcpspring.securityFilterChain. Rules")
                .containsPattern("have no effect: .*denyEndpoint.*")
                .contains("mcp.server.security.enabled");
    }

    @Test
    void aChainForTheEndpointMayPrecedeTheOneForTokens(CapturedOutput output) {
        try (SecuredServer server = SecuredServer.start(DeniesEndpointBeforeTokens.class, ISSUER)) {
            assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode())
                    .isEqualTo(403);
        }
        assertThat(protection(output))
                .containsPattern("unless one of these matches the path: \\w*enyEndpoint\\. Rules");
    }

    @Test
    void aChainForTheEndpointAppliesWithoutTheOneForTokens(CapturedOutput output) {
        try (SecuredServer server =
                SecuredServer.start(DeniesEndpoint.class, ISSUER, "mcp.server.security.enabled=false")) {
            assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode())
                    .isEqualTo(403);
        }
        assertThat(protection(output))
                .containsPattern("by the first filter chain of the application that matches the path: .*denyEndpoint");
    }

    private static String protection(CapturedOutput output) {
        return output.getOut()
                .lines()
                .filter(line -> line.contains(PROTECTED))
                .reduce((one, other) -> {
                    throw new AssertionError("Said twice: " + other);
                })
                .orElseThrow();
    }

    @Test
    void anApplicationThatAcceptsTokensIsNotReported(CapturedOutput output) {
        try (SecuredServer server = SecuredServer.start(Tools.class, ISSUER)) {
            assertThat(server.call(
                                    "whoAmI",
                                    "Authorization",
                                    "Bearer " + server.token("ada"),
                                    "X-Forwarded-For",
                                    "192.0.2.7")
                            .statusCode())
                    .isEqualTo(200);
        }
        assertThat(output.getOut()).contains(STARTED).doesNotContain(OPEN, UNKNOWN);
    }

    /** The chain of Spring Boot requires tokens then, and not a login. */
    @Test
    void anApplicationWithoutTheChainForTokensIsNotReported(CapturedOutput output) {
        try (SecuredServer server = SecuredServer.start(Tools.class, ISSUER, "mcp.server.security.enabled=false")) {
            assertThat(server.context().containsBean("io.mcpspring.securityFilterChain"))
                    .isFalse();
            assertThat(server.get("/mcp").statusCode()).isEqualTo(401);
            assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode())
                    .isEqualTo(200);
        }
        assertThat(output.getOut()).contains(STARTED).doesNotContain(OPEN, UNKNOWN);
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class DeniesEndpoint {

        @Bean
        @ConditionalOnWebApplication(type = Type.SERVLET)
        SecurityFilterChain denyEndpoint(HttpSecurity http) {
            return denying(http, "/mcp");
        }

        @Bean("denyEndpoint")
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        SecurityWebFilterChain reactiveDenyEndpoint(ServerHttpSecurity http) {
            return denying(http, "/mcp");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class DeniesEndpointBeforeTokens {

        @Bean
        @Order(-20)
        @ConditionalOnWebApplication(type = Type.SERVLET)
        SecurityFilterChain denyEndpoint(HttpSecurity http) {
            return denying(http, "/mcp");
        }

        @Bean
        @Order(-20)
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        SecurityWebFilterChain reactiveDenyEndpoint(ServerHttpSecurity http) {
            return denying(http, "/mcp");
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Permitting {

        @Bean
        @ConditionalOnWebApplication(type = Type.SERVLET)
        SecurityFilterChain everybody(HttpSecurity http) {
            return http.csrf(csrf -> csrf.disable())
                    .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .build();
        }

        @Bean
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        SecurityWebFilterChain reactiveEverybody(ServerHttpSecurity http) {
            return http.csrf(ServerHttpSecurity.CsrfSpec::disable)
                    .authorizeExchange(exchanges -> exchanges.anyExchange().permitAll())
                    .build();
        }
    }

    private static SecurityFilterChain denying(HttpSecurity http, String path) {
        return http.securityMatcher(path)
                .csrf(csrf -> csrf.disable())
                .authorizeHttpRequests(requests -> requests.anyRequest().denyAll())
                .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
                .build();
    }

    private static SecurityWebFilterChain denying(ServerHttpSecurity http, String path) {
        return http.securityMatcher(new PathPatternParserServerWebExchangeMatcher(path))
                .csrf(ServerHttpSecurity.CsrfSpec::disable)
                .authorizeExchange(exchanges -> exchanges.anyExchange().denyAll())
                .oauth2ResourceServer(server -> server.jwt(Customizer.withDefaults()))
                .build();
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class SeveralDecoders {

        @Bean
        @ConditionalOnWebApplication(type = Type.SERVLET)
        SecurityFilterChain all(HttpSecurity http) {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .build();
        }

        @Bean
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        SecurityWebFilterChain reactiveAll(ServerHttpSecurity http) {
            return http.authorizeExchange(exchanges -> exchanges.anyExchange().authenticated())
                    .build();
        }

        @Configuration(proxyBeanMethods = false)
        @ConditionalOnWebApplication(type = Type.SERVLET)
        static class OfSpringMvc {

            @Bean
            JwtDecoder one() {
                return NimbusJwtDecoder.withJwkSetUri(AUTHORIZATION.issuer()).build();
            }

            @Bean
            JwtDecoder two() {
                return one();
            }
        }

        @Configuration(proxyBeanMethods = false)
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        static class OfWebFlux {

            @Bean
            ReactiveJwtDecoder one() {
                return NimbusReactiveJwtDecoder.withJwkSetUri(AUTHORIZATION.issuer())
                        .build();
            }

            @Bean
            ReactiveJwtDecoder two() {
                return one();
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class OnlyApi {

        @Bean
        @Order(1)
        @ConditionalOnWebApplication(type = Type.SERVLET)
        SecurityFilterChain api(HttpSecurity http) {
            return http.securityMatcher("/api/**")
                    .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .build();
        }

        @Bean
        @Order(1)
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        SecurityWebFilterChain reactiveApi(ServerHttpSecurity http) {
            return http.securityMatcher(new PathPatternParserServerWebExchangeMatcher("/api/**"))
                    .authorizeExchange(exchanges -> exchanges.anyExchange().authenticated())
                    .build();
        }
    }
}

package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.AUTHORIZATION;
import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
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

/** What an application with Spring Security logs about its endpoint at the start. */
@ExtendWith(OutputCaptureExtension.class)
class StartupTests {

    private static final String OPEN = "is open, because no filter chain of Spring Security applies to it";

    @Test
    void anEndpointWithoutAFilterChainIsReported(CapturedOutput output) {
        SecuredServer server = SecuredServer.of(OnlyApi.class);
        assertThat(output.getOut()).contains("The MCP endpoint /mcp " + OPEN);
        assertThat(server.call("cancelOrder").statusCode()).isEqualTo(403);
    }

    @Test
    void anEndpointThatIsMeantToBeOpenIsNotReported(CapturedOutput output) {
        SecuredServer.of(OnlyApi.class, "mcp.server.security.open=true");
        assertThat(output.getOut()).contains("MCP server 'mcp-server'").doesNotContain(OPEN);
    }

    @Test
    void anEndpointWithAFilterChainIsNotReported(CapturedOutput output) {
        SecuredServer.of(Tools.class, ISSUER, "spring.application.name=own-chain");
        SecuredServer.of(OnlyApi.class, ISSUER, "spring.application.name=beside-another-chain");
        SecuredServer.of(Tools.class, "spring.application.name=chain-of-spring-boot");
        assertThat(output.getOut())
                .contains("'own-chain'", "'beside-another-chain'", "'chain-of-spring-boot'")
                .doesNotContain(OPEN);
    }

    @Test
    void theLoginOfSpringBootIsReported(CapturedOutput output) {
        String warning = "Every POST request to the MCP endpoint /mcp is refused";
        SecuredServer.of(Tools.class, ISSUER, "spring.application.name=tokens");
        SecuredServer.of(Tools.class, ISSUER, "mcp.server.security.enabled=false");
        SecuredServer.of(OnlyApi.class, "spring.application.name=own-chain-without-the-path");
        assertThat(output.getOut()).doesNotContain(warning);
        for (String property :
                List.of("info.actuator=true", OtherChainsTests.WITHOUT_ACTUATOR, "mcp.server.security.open=true")) {
            int before = output.getOut().length();
            SecuredServer server = SecuredServer.of(Tools.class, property, "spring.application.name=login");
            assertThat(server.call("whoAmI").statusCode()).isIn(401, 403);
            assertThat(output.getOut().substring(before))
                    .contains(warning, "spring.security.oauth2.resourceserver.jwt.issuer-uri");
        }
    }

    @Test
    void severalDecodersWithoutAPrimaryOneAreReported(CapturedOutput output) {
        // On WebFlux, the chain of Spring Boot requires a single decoder, too, and stops the start.
        SecuredServer server = SecuredServer.of(SeveralDecoders.class,
                "spring.autoconfigure.exclude=org.springframework.boot.security.oauth2.server.resource.autoconfigure."
                        + "web.reactive.ReactiveOAuth2ResourceServerWebSecurityAutoConfiguration");
        assertThat(output.getOut())
                .contains(
                        "The MCP endpoint /mcp does not accept access tokens",
                        "one, two",
                        "@Primary",
                        "mcp.server.security.enabled");
        assertThat(server.call("whoAmI").statusCode()).isIn(401, 403);
    }

    @Test
    void anUnknownAuthorizationServerIsReported(CapturedOutput output) {
        String warning = "cannot find out where to get an access token";
        String keys =
                "spring.security.oauth2.resourceserver.jwt.jwk-set-uri=" + AUTHORIZATION.issuer() + "/oauth2/jwks";
        SecuredServer.of(Tools.class, ISSUER, "spring.application.name=known");
        SecuredServer.of(Tools.class, keys, "mcp.server.security.authorization-servers=");
        assertThat(output.getOut()).doesNotContain(warning);
        SecuredServer.of(Tools.class, keys);
        assertThat(output.getOut()).contains(warning, "mcp.server.security.authorization-servers");
    }

    @Test
    void aChainForTheEndpointThatDoesNotApplyIsReported(CapturedOutput output) {
        SecuredServer server = SecuredServer.of(DeniesEndpoint.class, ISSUER);
        assertThat(output.getOut())
                .contains(
                        "Filter chains that do not apply to the MCP endpoint /mcp, because"
                                + " io.mcpspring.securityFilterChain, which accepts access tokens, precedes them:"
                                + " denyEndpoint.",
                        "mcp.server.security.enabled",
                        "an order below -10");
        assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode()).isEqualTo(200);
    }

    @Test
    void aChainForTheEndpointThatAppliesIsNotReported(CapturedOutput output) {
        SecuredServer disabled =
                SecuredServer.of(DeniesEndpoint.class, ISSUER, "mcp.server.security.enabled=false");
        SecuredServer before = SecuredServer.of(DeniesEndpointBeforeTokens.class, ISSUER);
        assertThat(output.getOut()).contains("MCP server 'mcp-server'").doesNotContain("do not apply");
        assertThat(List.of(disabled, before))
                .allSatisfy(server -> assertThat(
                                server.callWith(server.token("ada"), "whoAmI").statusCode())
                        .isEqualTo(403));
    }

    @Test
    void chainsForAnyPathAndForOtherPathsAreNotReported(CapturedOutput output) {
        SecuredServer.of(EveryPath.class, ISSUER);
        SecuredServer.of(OtherChainsTests.HelloIsOpen.class, ISSUER, "spring.application.name=any-request");
        SecuredServer.of(OnlyApi.class, ISSUER, "spring.application.name=other-path");
        SecuredServer.of(Tools.class, ISSUER, "spring.application.name=no-chain");
        assertThat(output.getOut())
                .contains("'any-request'", "'other-path'", "'no-chain'")
                .doesNotContain("do not apply");
    }

    @Test
    void aChainForEveryPathOfTheServletIsNotReported(CapturedOutput output) {
        SecuredServer.of(EveryPath.class, ISSUER, "spring.mvc.servlet.path=/api");
        assertThat(output.getOut()).contains("MCP server 'mcp-server'").doesNotContain("do not apply");
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
    static class EveryPath {

        @Bean
        @ConditionalOnWebApplication(type = Type.SERVLET)
        SecurityFilterChain everyPath(HttpSecurity http) {
            return denying(http, "/**");
        }

        @Bean
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        SecurityWebFilterChain reactiveEveryPath(ServerHttpSecurity http) {
            return denying(http, "/**");
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
        @ConditionalOnWebApplication(type = Type.SERVLET)
        SecurityFilterChain api(HttpSecurity http) {
            return http.securityMatcher("/api/**")
                    .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                    .build();
        }

        @Bean
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        SecurityWebFilterChain reactiveApi(ServerHttpSecurity http) {
            return http.securityMatcher(new PathPatternParserServerWebExchangeMatcher("/api/**"))
                    .authorizeExchange(exchanges -> exchanges.anyExchange().authenticated())
                    .build();
        }
    }
}

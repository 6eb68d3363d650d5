package io.mcpspring.secured;

import static io.mcpspring.secured.OtherChainsTests.WITHOUT_ACTUATOR;
import static io.mcpspring.secured.SecuredServer.AUTHORIZATION;
import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.authorization.AuthorizationServer;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.JwkSetUriJwtDecoderBuilderCustomizer;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.reactive.JwkSetUriReactiveJwtDecoderBuilderCustomizer;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.authentication.AuthenticationEventPublisher;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolderStrategy;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusReactiveJwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.security.oauth2.server.resource.introspection.ReactiveOpaqueTokenIntrospector;
import reactor.core.publisher.Mono;

/** Audiences, decoders and introspectors of access tokens. */
@ExtendWith(OutputCaptureExtension.class)
class TokensTests {

    /** An encrypted JWT, whose claims cannot be read. */
    private static final String ENCRYPTED = "eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..AA.AA.AA";

    private static long unavailableWarnings;

    private static final String INTROSPECTION = "spring.security.oauth2.resourceserver.opaquetoken.";

    @Test
    void theAudienceIsCheckedForADecoderOfTheApplication(CapturedOutput output) {
        // A server warns of each audience once.
        try (SecuredServer server = SecuredServer.start(OwnDecoder.class, "mcp.server.security.audiences=api://mcp")) {
            assertThat(status(server, "api://mcp")).isEqualTo(200);
            assertThat(status(server, server.url("/mcp"))).isEqualTo(200);
            for (int i = 0; i < 3; i++) {
                assertThat(status(server, "api://other")).isEqualTo(401);
            }
            assertThat(output.getOut().lines().filter(line -> line.contains("api://other")))
                    .singleElement()
                    .asString()
                    .contains("WARN", "api://mcp", "mcp.server.security.audiences");
        }
    }

    @Test
    void opaqueTokensAreIntrospected() {
        SecuredServer server = SecuredServer.of(
                Tools.class,
                INTROSPECTION + "introspection-uri=" + AUTHORIZATION.issuer() + "/oauth2/introspect",
                INTROSPECTION + "client-id=client",
                INTROSPECTION + "client-secret=secret",
                "mcp.server.security.authorization-servers=" + AUTHORIZATION.issuer());
        HttpResponse<String> served = server.callWith(TokenEndpoint.token(server.url("/mcp")), "whoAmI");
        assertThat(served.statusCode()).isEqualTo(200);
        assertThat(served.body()).contains("You are client");
        assertThat(List.of("unknown", TokenEndpoint.token("https://other.example/mcp")))
                .allSatisfy(token -> assertThat(
                                server.callWith(token, "whoAmI").headers().map())
                        .extractingByKey("www-authenticate")
                        .asString()
                        .contains("invalid_token", "resource_metadata"));
        assertThat(server.get("/.well-known/oauth-protected-resource").body()).contains(AUTHORIZATION.issuer());
    }

    @Test
    void aTokenWithoutAUserBelongsToItsClient() {
        for (String[] properties : new String[][] {{ISSUER}, {ISSUER, "mcp.server.security.enabled=false"}}) {
            SecuredServer server = SecuredServer.of(Tools.class, properties);
            String one = server.initialize(withoutUser(server, "client_id", "one"))
                    .headers()
                    .firstValue("Mcp-Session-Id")
                    .orElseThrow();
            assertThat(server.ping(one, withoutUser(server, "client_id", "one")).statusCode())
                    .isEqualTo(200);
            assertThat(server.ping(one, withoutUser(server, "azp", "one")).statusCode())
                    .isEqualTo(200);
            assertThat(server.ping(one, withoutUser(server, "client_id", "two")).statusCode())
                    .isEqualTo(404);
        }
    }

    @Test
    void usersOfAClientWithoutTheClaimForTheirNamesAreToldApart() {
        SecuredServer server = SecuredServer.of(
                Tools.class, ISSUER, "spring.security.oauth2.resourceserver.jwt.principal-claim-name=email");
        String ofAda = server.initialize(ofUser(server, "ada"))
                .headers()
                .firstValue("Mcp-Session-Id")
                .orElseThrow();
        assertThat(server.ping(ofAda, ofUser(server, "ada")).statusCode()).isEqualTo(200);
        assertThat(server.ping(ofAda, ofUser(server, "ben")).statusCode()).isEqualTo(404);
    }

    private static String ofUser(SecuredServer server, String subject) {
        return AUTHORIZATION.token(claims ->
                claims.subject(subject).audience(List.of(server.url("/mcp"))).claim("client_id", "one"));
    }

    @Test
    void aTokenWithoutAUserAndAClientIsRefused() {
        for (String[] properties : new String[][] {{ISSUER}, {ISSUER, "mcp.server.security.enabled=false"}}) {
            SecuredServer server = SecuredServer.of(Tools.class, properties);
            HttpResponse<String> refused = server.callWith(withoutUser(server, "other", "one"), "whoAmI");
            assertThat(refused.statusCode()).isEqualTo(401);
            assertThat(refused.headers().firstValue("WWW-Authenticate").orElseThrow())
                    .contains("error=\"invalid_token\"", "client_id");
        }
    }

    private static String withoutUser(SecuredServer server, String claim, String value) {
        return AUTHORIZATION.token(
                claims -> claims.audience(List.of(server.url("/mcp"))).claim(claim, value));
    }

    @Test
    void tokensOfSeveralIssuersAreAccepted() {
        try (AuthorizationServer second = AuthorizationServer.start(0, "orders:read", "orders:write")) {
            SecuredServer server = SecuredServer.of(
                    Tools.class, "mcp.server.security.issuers=" + AUTHORIZATION.issuer() + "," + second.issuer());
            List<String> audience = List.of(server.url("/mcp"));
            String ofSecond = second.token(claims -> claims.subject("ben").audience(audience));
            assertThat(server.callWith(server.token("ada"), "whoAmI").body()).contains("You are ada");
            assertThat(server.callWith(ofSecond, "whoAmI").body()).contains("You are ben");
            String pretended = second.token(
                    claims -> claims.subject("eve").audience(audience).issuer(AUTHORIZATION.issuer()));
            String foreign = second.token(
                    claims -> claims.subject("eve").audience(audience).issuer("https://evil.example"));
            assertThat(List.of(pretended, foreign, ENCRYPTED, "abc"))
                    .allSatisfy(
                            token -> assertThat(server.callWith(token, "whoAmI").statusCode())
                                    .isEqualTo(401));
            assertThat(server.get("/.well-known/oauth-protected-resource").body())
                    .contains("\"authorization_servers\":[\"%s\",\"%s\"]"
                            .formatted(AUTHORIZATION.issuer(), second.issuer()));
            assertThat(server.get("/other").statusCode()).isEqualTo(401);
            assertThat(server.get("/other", "Authorization", "Bearer " + ofSecond)
                            .statusCode())
                    .isEqualTo(401);
        }
    }

    @Test
    void tokensOfSeveralIssuersAreValidatedAsThoseOfOne() {
        for (String issuers : List.of(ISSUER, "mcp.server.security.issuers=" + AUTHORIZATION.issuer())) {
            SecuredServer server = SecuredServer.of(
                    OwnBeans.class,
                    issuers,
                    "spring.security.oauth2.resourceserver.jwt.audiences=api://shared,api://orders",
                    "mcp.server.security.audiences=api://shared,api://mcp");
            assertThat(status(server, "ada", "api://other")).isEqualTo(401);
            assertThat(status(server, "eve", "api://orders")).isEqualTo(401);
            assertThat(status(server, "api://shared")).isEqualTo(200);
            assertThat(status(server, "api://orders")).isEqualTo(200);
            // The decoder of the application refuses it.
            assertThat(status(server, "api://mcp")).isEqualTo(401);
            assertThat(server.context().getBean(OwnBeans.class).customized).hasValue(1);
        }
    }

    /** Several issuers hold for the endpoint alone, also on paths that nothing else protects. */
    @Test
    void theOtherPathsStayClosedToTheTokensOfSeveralIssuers() {
        SecuredServer server = SecuredServer.of(
                Tools.class, "mcp.server.security.issuers=" + AUTHORIZATION.issuer(), WITHOUT_ACTUATOR);
        String token = server.token("ada");
        assertThat(server.callWith(token, "whoAmI").body()).contains("You are ada");
        assertThat(List.of("/hello", "/other", "/mcp/x"))
                .allSatisfy(path -> assertThat(List.of(
                                server.get(path).statusCode(),
                                server.get(path, "Authorization", "Bearer " + token)
                                        .statusCode()))
                        .containsOnly(401));
    }

    /** Spring Boot protects the other paths by its decoder for the single issuer then. */
    @Test
    void theOtherPathsKeepTheirDecoderBesideSeveralIssuers() {
        try (AuthorizationServer second = AuthorizationServer.start(0, "orders:read")) {
            SecuredServer server =
                    SecuredServer.of(Tools.class, ISSUER, "mcp.server.security.issuers=" + second.issuer());
            String ofSecond = second.token(claims -> claims.subject("ben").audience(List.of(server.url("/mcp"))));
            assertThat(server.callWith(ofSecond, "whoAmI").body()).contains("You are ben");
            assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode())
                    .isEqualTo(401);
            assertThat(server.get("/other", "Authorization", "Bearer " + server.token("ada"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void tokensCannotBeValidatedWithoutTheIssuer(CapturedOutput output) {
        assertTokensCannotBeValidated("spring.security.oauth2.resourceserver.jwt.issuer-uri=http://localhost:1");
        assertTokensCannotBeValidated("mcp.server.security.issuers=http://localhost:1," + AUTHORIZATION.issuer());
        long warnings = output.getOut()
                .lines()
                .filter(line -> line.contains("Access tokens cannot be validated"))
                .count();
        // One a minute in a process, so that none may be left for a second run of this test.
        unavailableWarnings += warnings;
        assertThat(unavailableWarnings).isPositive();
        assertThat(warnings).isLessThan(4);
    }

    @Test
    @Tag("change")
    void tokensCannotBeValidatedWithoutTheKeys() {
        assertTokensCannotBeValidated("spring.security.oauth2.resourceserver.jwt.jwk-set-uri=http://localhost:1/jwks");
    }

    @Test
    void tokensCannotBeValidatedWhileABeanOfTheApplicationFails() {
        SecuredServer server = SecuredServer.of(FailingIntrospectors.class);
        HttpResponse<String> response = server.callWith("token", "whoAmI");
        assertThat(response.statusCode()).isEqualTo(503);
        assertThat(response.headers().firstValue("Retry-After")).hasValue("5");
        assertThat(response.headers().map()).doesNotContainKey("www-authenticate");
    }

    @Import(Tools.class)
    static class FailingIntrospectors {

        @Bean
        OpaqueTokenIntrospector introspector() {
            return token -> {
                throw new IllegalStateException("The database is not available");
            };
        }

        @Bean
        ReactiveOpaqueTokenIntrospector reactiveIntrospector() {
            return token -> Mono.error(new IllegalStateException("The database is not available"));
        }
    }

    private static void assertTokensCannotBeValidated(String unavailable) {
        SecuredServer server = SecuredServer.of(Tools.class, unavailable);
        String token = AUTHORIZATION.token(
                claims -> claims.subject("ada").issuer("http://localhost:1").audience(List.of(server.url("/mcp"))));
        for (int i = 0; i < 2; i++) {
            HttpResponse<String> response = server.callWith(token, "whoAmI");
            assertThat(response.statusCode()).isEqualTo(503);
            assertThat(response.headers().firstValue("Retry-After")).hasValue("5");
            assertThat(response.body()).isEmpty();
        }
    }

    @Test
    @OnStack(Stack.SPRING_MVC)
    void authenticationUsesTheBeansOfTheApplication() {
        SecuredServer server = SecuredServer.of(OwnAuthentication.class, ISSUER);
        assertThat(server.callWith(server.token("ada"), "whoAmI").body()).contains("You are ada");
        assertThat(status(server, "api://other")).isEqualTo(401);
        OwnAuthentication application = server.context().getBean(OwnAuthentication.class);
        assertThat(application.published).containsExactly("success ada", "failure");
        assertThat(application.strategy.contexts).isGreaterThan(0);
    }

    private static int status(SecuredServer server, String audience) {
        return status(server, "ada", audience);
    }

    private static int status(SecuredServer server, String user, String audience) {
        return server.callWith(
                        AUTHORIZATION.token(claims -> claims.subject(user).audience(List.of(audience))), "whoAmI")
                .statusCode();
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class OwnBeans {

        final AtomicInteger customized = new AtomicInteger();

        @Bean
        OAuth2TokenValidator<Jwt> validator() {
            return token -> token.getSubject().equals("eve")
                    ? OAuth2TokenValidatorResult.failure(new OAuth2Error("invalid_token"))
                    : OAuth2TokenValidatorResult.success();
        }

        @Bean
        JwkSetUriJwtDecoderBuilderCustomizer customizer() {
            return builder -> customized.incrementAndGet();
        }

        @Bean
        JwkSetUriReactiveJwtDecoderBuilderCustomizer reactiveCustomizer() {
            return builder -> customized.incrementAndGet();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class OwnAuthentication {

        final List<String> published = new CopyOnWriteArrayList<>();

        final CountingStrategy strategy = new CountingStrategy();

        @Bean
        SecurityContextHolderStrategy strategy() {
            return strategy;
        }

        @Bean
        AuthenticationEventPublisher publisher() {
            return new AuthenticationEventPublisher() {

                @Override
                public void publishAuthenticationSuccess(Authentication authentication) {
                    published.add("success " + authentication.getName());
                }

                @Override
                public void publishAuthenticationFailure(
                        AuthenticationException exception, Authentication authentication) {
                    published.add("failure");
                }
            };
        }
    }

    /** Keeps contexts for itself, so that they are found only through this strategy. */
    static final class CountingStrategy implements SecurityContextHolderStrategy {

        private final ThreadLocal<SecurityContext> current = new ThreadLocal<>();

        volatile int contexts;

        @Override
        public void clearContext() {
            current.remove();
        }

        @Override
        public SecurityContext getContext() {
            SecurityContext context = current.get();
            return context == null ? createEmptyContext() : context;
        }

        @Override
        public void setContext(SecurityContext context) {
            contexts++;
            current.set(context);
        }

        @Override
        public SecurityContext createEmptyContext() {
            return new SecurityContextImpl();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class OwnDecoder {

        @Bean
        JwtDecoder decoder() {
            return NimbusJwtDecoder.withJwkSetUri(AUTHORIZATION.issuer() + "/oauth2/jwks")
                    .build();
        }

        @Bean
        ReactiveJwtDecoder reactiveDecoder() {
            return NimbusReactiveJwtDecoder.withJwkSetUri(AUTHORIZATION.issuer() + "/oauth2/jwks")
                    .build();
        }
    }
}

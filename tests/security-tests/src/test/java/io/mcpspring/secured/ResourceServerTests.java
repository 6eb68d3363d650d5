package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.AUTHORIZATION;
import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.mcpspring.entry.McpAccessDecision;
import io.mcpspring.protocol.McpProtocolException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.ReactiveAuthenticationManager;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.oauth2.server.resource.OAuth2ResourceServerConfigurer;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.ReactiveJwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;
import org.springframework.security.oauth2.server.resource.authentication.JwtReactiveAuthenticationManager;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.authentication.HttpStatusEntryPoint;
import reactor.adapter.JdkFlowAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** An application that knows little more than the issuer of access tokens. */
class ResourceServerTests {

    private static final String METADATA = "/.well-known/oauth-protected-resource";

    @Test
    void aRequestWithoutATokenIsChallenged() {
        SecuredServer server = SecuredServer.withTokens();
        String challenge =
                "Bearer scope=\"orders:read\", resource_metadata=\"%s\"".formatted(server.url(METADATA + "/mcp"));
        assertThat(List.of(
                        server.call("whoAmI"),
                        server.get("/mcp"),
                        server.send("/mcp", HttpRequest.Builder::DELETE),
                        server.call("whoAmI", "Authorization", "Basic YWRhOmFkYQ==")))
                .allSatisfy(response -> {
                    assertThat(response.statusCode()).isEqualTo(401);
                    assertThat(response.headers().allValues("WWW-Authenticate")).containsExactly(challenge);
                    assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
                    assertThat(response.body()).isEmpty();
                });
    }

    /** Containers reset a stream of which the body has not been read, and clients then lose the response. */
    @Test
    void aChallengeOverHttp2ReachesAClientThatHasNotSentItsBody() throws Exception {
        SecuredServer server = SecuredServer.of(Tools.class, ISSUER, "server.http2.enabled=true");
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        URI endpoint = URI.create(server.url("/mcp"));
        // The first request asks for HTTP/2.
        client.send(HttpRequest.newBuilder(endpoint).build(), HttpResponse.BodyHandlers.discarding());
        for (int i = 0; i < 3; i++) {
            Flux<ByteBuffer> body = Mono.just(ByteBuffer.wrap(new byte[10_000]))
                    .delayElement(Duration.ofMillis(300))
                    .flux();
            HttpResponse<String> response = client.send(
                    HttpRequest.newBuilder(endpoint)
                            .POST(HttpRequest.BodyPublishers.fromPublisher(
                                    JdkFlowAdapter.publisherToFlowPublisher(body), 10_000))
                            .header("Content-Type", "application/json")
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_2);
            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(challenge(response)).startsWith("Bearer ");
        }
    }

    @Test
    void onlyScopesCanBePartOfAChallenge() {
        for (String wrong : List.of("", "two scopes", "a\", realm=\"b", "a\\b", "a\r\nb")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> McpProtocolException.insufficientScope(List.of("orders:read", wrong)));
            assertThatIllegalArgumentException().isThrownBy(() -> McpAccessDecision.lacksScopes("orders:read", wrong));
        }
    }

    @Test
    void aTokenInTheQueryIsIgnored() {
        SecuredServer server = SecuredServer.withTokens();
        String query = "/mcp?access_token=" + server.token("ada");
        assertThat(List.of(server.callAt(query, "whoAmI"), server.get(query))).allSatisfy(response -> {
            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(challenge(response)).doesNotContain("error");
        });
    }

    @Test
    void anInvalidTokenIsRefusedWithoutAReason() {
        SecuredServer server = SecuredServer.withTokens();
        List<String> audience = List.of(server.url("/mcp"));
        Instant past = Instant.now().minusSeconds(7200);
        Map<String, String> tokens = Map.of(
                "malformed", "a b",
                "not a JWT", "abc",
                "unsigned", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ.",
                "changed", server.token("ada").replaceFirst("\\.[^.]+\\.", ".eyJzdWIiOiJhZGEifQ."),
                "expired",
                        AUTHORIZATION.token(claims ->
                                claims.audience(audience).issuedAt(past).expiresAt(past.plusSeconds(60))),
                "foreign",
                        AUTHORIZATION.token(claims -> claims.audience(audience).issuer("https://login.evil.example")),
                "for another audience",
                        AUTHORIZATION.token(claims -> claims.audience(List.of("https://secret.example/mcp"))),
                "without audience", AUTHORIZATION.token(claims -> claims.subject("ada")));
        assertThat(tokens.keySet()).allSatisfy(kind -> {
            HttpResponse<String> response = server.callWith(tokens.get(kind), "whoAmI");
            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(challenge(response))
                    .startsWith("Bearer error=\"invalid_token\", error_description=\"")
                    .endsWith("resource_metadata=\"" + server.url(METADATA + "/mcp") + "\"");
            assertThat(response.headers().map() + response.body()).doesNotContain("secret");
        });
    }

    @Test
    void onlyInvalidTokensAreCountedAsRefusals() {
        SecuredServer server = SecuredServer.withTokens();
        Counter refusals = server.context()
                .getBean(MeterRegistry.class)
                .get("mcp.server.refusals")
                .tag("mcp.refusal.reason", "token")
                .counter();
        double before = refusals.count();
        server.call("whoAmI");
        server.callWith(server.token("ada"), "whoAmI");
        assertThat(refusals.count()).isEqualTo(before);
        server.callWith("abc", "whoAmI");
        assertThat(refusals.count()).isEqualTo(before + 1);
    }

    @Test
    void aProviderOfTheApplicationDoesNotReplaceTheCheckOfTheAudience() {
        SecuredServer server = withOwnProvider();
        assertThat(server.callWith(foreignToken(), "whoAmI").statusCode()).isEqualTo(401);
        assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode()).isEqualTo(200);
    }

    @ParameterizedTest
    @OnStack(Stack.SPRING_MVC)
    @ValueSource(classes = {AddedProvider.class, OwnManager.class})
    void aCustomizerOfAllChainsDoesNotReplaceTheCheckOfTheAudience(Class<?> application) {
        SecuredServer server = SecuredServer.of(application, ISSUER);
        assertThat(server.callWith(foreignToken(), "whoAmI").statusCode()).isEqualTo(401);
        assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode()).isEqualTo(200);
    }

    private static String foreignToken() {
        return AUTHORIZATION.token(claims -> claims.subject("ada").audience(List.of("https://other.example/mcp")));
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class AddedProvider {

        @Bean
        Customizer<HttpSecurity> provider(JwtDecoder decoder) {
            return http -> http.authenticationProvider(new JwtAuthenticationProvider(decoder));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class OwnManager {

        @Bean
        Customizer<HttpSecurity> manager(JwtDecoder decoder) {
            return http -> http.authenticationManager(new ProviderManager(new JwtAuthenticationProvider(decoder)));
        }
    }

    @Test
    @OnStack(Stack.SPRING_MVC)
    void aCustomizerOfAllChainsDoesNotLetPasswordsIn() {
        SecuredServer server = SecuredServer.of(Passwords.class, ISSUER);
        String basic = HttpHeaders.encodeBasicAuth("ada", "secret", null);
        assertThat(server.call("whoAmI", "Authorization", "Basic " + basic).statusCode())
                .isEqualTo(401);
        assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode()).isEqualTo(200);
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Passwords {

        @Bean
        Customizer<HttpSecurity> passwords() {
            return http -> http.httpBasic(Customizer.withDefaults());
        }

        @Bean
        UserDetailsService users() {
            return new InMemoryUserDetailsManager(User.withUsername("ada")
                    .password("{noop}secret")
                    .roles("USER")
                    .build());
        }
    }

    private static SecuredServer withOwnProvider() {
        return SecuredServer.of(OwnProvider.class, ISSUER, "mcp.server.security.authorization-servers=");
    }

    /** Spring Security takes such a bean for the manager of the application. */
    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class OwnProvider {

        @Bean
        @ConditionalOnWebApplication(type = Type.SERVLET)
        JwtAuthenticationProvider tokens(JwtDecoder decoder) {
            return new JwtAuthenticationProvider(decoder);
        }

        @Bean
        @ConditionalOnWebApplication(type = Type.REACTIVE)
        ReactiveAuthenticationManager reactiveTokens(ReactiveJwtDecoder decoder) {
            return new JwtReactiveAuthenticationManager(decoder);
        }
    }

    @Test
    void anEmptyListOfAuthorizationServersCounts() {
        SecuredServer server = withOwnProvider();
        assertThat(challenge(server.call("whoAmI"))).isEqualTo("Bearer");
        assertThat(server.get(METADATA + "/mcp").statusCode()).isEqualTo(404);
    }

    @Test
    void everyUserIsServedWithATokenForTheEndpoint() {
        SecuredServer server = SecuredServer.withTokens();
        assertThat(Stream.of("ada", "ben")).allSatisfy(user -> {
            HttpResponse<String> response = server.callWith(server.token(user), "whoAmI");
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.body()).contains("You are " + user);
            assertThat(response.headers().firstValue("Set-Cookie")).isEmpty();
        });
    }

    @Test
    void aTokenOfTheTokenEndpointIsAccepted() {
        SecuredServer server = SecuredServer.withTokens();
        assertThat(server.callWith(TokenEndpoint.token(server.url("/mcp")), "whoAmI")
                        .body())
                .contains("You are client");
    }

    @Test
    void missingScopesAreNamedAtTheBoundary() {
        SecuredServer server = SecuredServer.withTokens();
        HttpResponse<String> response = server.callWith(server.token("ada"), "cancelOrder");
        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(challenge(response))
                .isEqualTo("Bearer error=\"insufficient_scope\", scope=\"orders:read orders:write\","
                        + " resource_metadata=\"" + server.url(METADATA + "/mcp") + "\"");
        assertThat(response.body()).contains("\"requiredScopes\":[\"orders:read\",\"orders:write\"]");
    }

    @Test
    void theMetadataIsServedWithoutAToken() {
        SecuredServer server = SecuredServer.withTokens();
        String document =
                "{\"resource\":\"%s\",\"authorization_servers\":[\"%s\"],\"scopes_supported\":[\"orders:read\"],"
                                .formatted(server.url("/mcp"), AUTHORIZATION.issuer())
                        + "\"bearer_methods_supported\":[\"header\"],\"resource_name\":\"mcp-server\"}";
        assertThat(Stream.of(METADATA, METADATA + "/mcp").map(server::get)).allSatisfy(response -> {
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(response.body()).isEqualTo(document);
        });
        assertThat(server.send(METADATA, form -> form.method("HEAD", HttpRequest.BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @OnStack(Stack.SPRING_MVC)
    @ValueSource(classes = {Jwts.class, OwnEntryPoint.class})
    void aCustomizerOfAllResourceServersDoesNotConcernTheEndpoint(Class<?> application) {
        SecuredServer server = SecuredServer.of(application, ISSUER);
        assertThat(server.get(METADATA + "/mcp").body())
                .contains("\"authorization_servers\":[\"" + AUTHORIZATION.issuer() + "\"]");
        assertThat(challenge(server.call("whoAmI"))).startsWith("Bearer resource_metadata=");
        assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode()).isEqualTo(200);
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class Jwts {

        @Bean
        Customizer<OAuth2ResourceServerConfigurer<HttpSecurity>> jwts() {
            return server -> server.jwt(Customizer.withDefaults());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @Import(Tools.class)
    static class OwnEntryPoint {

        @Bean
        Customizer<OAuth2ResourceServerConfigurer<HttpSecurity>> entryPoint() {
            return server -> server.authenticationEntryPoint(new HttpStatusEntryPoint(HttpStatus.FORBIDDEN));
        }
    }

    @Test
    void unknownPathsOfMetadataDoNotExist() {
        SecuredServer server = SecuredServer.withTokens();
        assertThat(Stream.of("/", "/other", "/mcp/", "/mcp/x", "/a/b").map(path -> server.get(METADATA + path)))
                .extracting(HttpResponse::statusCode)
                .containsOnly(404);
    }

    @Test
    void anInvalidTokenDoesNotConcernTheMetadata() {
        HttpResponse<String> response =
                SecuredServer.withTokens().get(METADATA + "/mcp", "Authorization", "Bearer abc");
        assertThat(response.statusCode()).isEqualTo(200);
    }

    @Test
    void onlyReadingMetadataIsPermitted() {
        SecuredServer server = SecuredServer.withTokens();
        assertThat(Stream.of("", "/mcp", "/other")
                        .map(path ->
                                server.send(METADATA + path, form -> form.POST(HttpRequest.BodyPublishers.noBody()))))
                .allSatisfy(response -> assertThat(response.statusCode()).isIn(401, 403));
    }

    @Test
    void otherPathsStayProtected() {
        SecuredServer server = SecuredServer.withTokens();
        assertThat(Stream.of("/other", "/mcp/x", "/.well-known/openid-configuration", "/.well-known"))
                .allSatisfy(path -> assertThat(server.get(path).statusCode()).isEqualTo(401));
        assertThat(server.get("/other", "Authorization", "Bearer " + server.token("ada"))
                        .statusCode())
                .isEqualTo(200);
    }

    private static String challenge(HttpResponse<String> response) {
        return String.join(", ", response.headers().allValues("WWW-Authenticate"));
    }
}

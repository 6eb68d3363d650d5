package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.AUTHORIZATION;
import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.oauth.RequestLocation;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The URL of the endpoint in challenges, metadata and audiences, behind proxies and below other paths. */
class PublicUrlTests {

    private static final String METADATA = "/.well-known/oauth-protected-resource";

    private static final RequestLocation REQUEST =
            new RequestLocation(URI.create("http://localhost:8080/mcp"), "", null);

    private static final String[] FORWARDED = {
        "X-Forwarded-Proto", "https",
        "X-Forwarded-Host", "api.example",
        "X-Forwarded-Port", "443",
        "X-Forwarded-Prefix", "/tenant"
    };

    @Test
    void theUrlThatAProxyForwardsIsUsed() {
        SecuredServer server = SecuredServer.of(Tools.class, ISSUER, "server.forward-headers-strategy=framework");
        assertThat(challenge(server.call("whoAmI", FORWARDED)))
                .contains("resource_metadata=\"https://api.example/tenant" + METADATA + "/mcp\"");
        assertThat(server.get(METADATA + "/mcp", FORWARDED).body())
                .contains("\"resource\":\"https://api.example/tenant/mcp\"");
    }

    @Test
    void theUrlThatTheWebServerTakesFromAProxyIsUsed() {
        SecuredServer server = SecuredServer.of(Tools.class, ISSUER, "server.forward-headers-strategy=native");
        // Tomcat itself ignores the prefix.
        String url = Stack.CURRENT == Stack.SPRING_MVC ? "https://api.example" : "https://api.example/tenant";
        assertThat(challenge(server.call("whoAmI", FORWARDED)))
                .contains("resource_metadata=\"" + url + METADATA + "/mcp\"");
        assertThat(server.get(METADATA + "/mcp", FORWARDED).body()).contains("\"resource\":\"" + url + "/mcp\"");
    }

    @Test
    void forwardedHeadersAreIgnoredByDefault() {
        SecuredServer server = SecuredServer.withTokens();
        assertThat(challenge(server.call("whoAmI", FORWARDED)))
                .isEqualTo("Bearer scope=\"orders:read\", resource_metadata=\"%s\""
                        .formatted(server.url(METADATA + "/mcp")));
    }

    @Test
    void aFixedUrlTakesPrecedence() {
        SecuredServer server =
                SecuredServer.of(Tools.class, ISSUER, "mcp.server.security.resource=https://api.example/tenant/mcp");
        assertThat(challenge(server.call("whoAmI")))
                .contains("resource_metadata=\"https://api.example/tenant" + METADATA + "/mcp\"");
        for (String path : List.of(METADATA, METADATA + "/mcp", METADATA + "/tenant/mcp")) {
            assertThat(server.get(path).body()).contains("\"resource\":\"https://api.example/tenant/mcp\"");
        }
        assertThat(server.callWith(token("https://api.example/tenant/mcp"), "whoAmI")
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.callWith(token(server.url("/mcp")), "whoAmI").statusCode())
                .isEqualTo(401);
    }

    @Test
    void aFixedUrlWithAnotherPathHasMetadataBelowThatPath() {
        ProtectedResource resource = withUrl("https://mcp.example/orders");
        assertThat(resource.challenge(REQUEST, null, null))
                .contains("resource_metadata=\"https://mcp.example" + METADATA + "/orders\"");
        assertThat(resource.metadataPaths()).contains(METADATA + "/orders");
        assertThat(resource.url(REQUEST)).isEqualTo("https://mcp.example/orders");
    }

    @Test
    void aHostMayHaveTheNameOfThePath() {
        ProtectedResource resource = withUrl("http://mcp");
        assertThat(resource.challenge(REQUEST, null, null))
                .contains("resource_metadata=\"http://mcp" + METADATA + "\"");
        assertThat(resource.metadataPaths()).contains(METADATA);
        assertThat(resource.url(REQUEST)).isEqualTo("http://mcp");
    }

    private static ProtectedResource withUrl(String url) {
        return new ProtectedResource(
                new ProtectedResource.Settings(
                        "", "/mcp", URI.create(url), List.of("https://login.example"), List.of(), "orders"),
                request -> true);
    }

    @Test
    void theAudienceIsNotComparedWithAHostThatTheClientChooses() {
        SecuredServer server = SecuredServer.of(Tools.class, ISSUER, "server.forward-headers-strategy=framework");
        assertThat(server.call("whoAmI", "Host", "evil.example", "Authorization", bearer("http://evil.example/mcp"))
                        .statusCode())
                .isEqualTo(401);
        assertThat(server.call(
                                "whoAmI",
                                "X-Forwarded-Host",
                                "evil.example",
                                "Authorization",
                                bearer("http://evil.example/mcp"))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void theAudienceIsNotComparedWithAPrefixThatTheClientChooses() {
        SecuredServer server = SecuredServer.of(Tools.class, ISSUER, "server.forward-headers-strategy=framework");
        for (String path : List.of("/other/mcp", "/mcp")) {
            assertThat(server.call("whoAmI", "X-Forwarded-Prefix", "/other", "Authorization", bearer(server.url(path)))
                            .statusCode())
                    .isEqualTo(path.equals("/mcp") ? 200 : 401);
        }
    }

    @Test
    void theLocalAddressIsThatOfTheConnection() {
        SecuredServer server = SecuredServer.of(Tools.class, ISSUER, "server.forward-headers-strategy=framework");
        for (String by : List.of("203.0.113.9", "name.invalid")) {
            HttpResponse<String> response = server.call(
                    "whoAmI",
                    "Forwarded",
                    "by=" + by + ";for=" + by,
                    "Origin",
                    "http://localhost:3000",
                    "Authorization",
                    bearer(server.url("/mcp")));
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Access-Control-Allow-Origin"))
                    .hasValue("http://localhost:3000");
        }
    }

    @Test
    void theAudienceMayBeTheUrlOfAListedHost() {
        SecuredServer server = SecuredServer.of(Tools.class, ISSUER, "mcp.server.http.allowed-hosts=orders.example");
        assertThat(server.call(
                                "whoAmI",
                                "Host",
                                "orders.example",
                                "Authorization",
                                bearer("http://ORDERS.example:80/mcp/"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.call(
                                "whoAmI",
                                "Host",
                                "orders.example:8081",
                                "Authorization",
                                bearer("http://orders.example:8081/mcp"))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void thePathOfTheApplicationPrecedesThatOfTheMetadata() {
        SecuredServer server = SecuredServer.of(
                Tools.class,
                ISSUER,
                "spring.webflux.base-path=/app",
                "server.servlet.context-path=/app",
                "mcp.server.http.path=/orders/mcp");
        String metadata = "/app" + METADATA + "/orders/mcp";
        assertThat(challenge(server.callAt("/app/orders/mcp", "whoAmI")))
                .contains("resource_metadata=\"" + server.url(metadata) + "\"");
        assertThat(server.get(metadata).body()).contains("\"resource\":\"" + server.url("/app/orders/mcp") + "\"");
        assertThat(server.callAt("/app/orders/mcp", "whoAmI", "Authorization", bearer(server.url("/app/orders/mcp")))
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.get("/app/other").statusCode()).isEqualTo(401);
    }

    @Test
    @OnStack(Stack.SPRING_MVC)
    void thePathOfTheServletPrecedesThatOfTheMetadata() {
        SecuredServer server = SecuredServer.of(Tools.class, ISSUER, "spring.mvc.servlet.path=/api");
        assertThat(challenge(server.callAt("/api/mcp", "whoAmI")))
                .contains("resource_metadata=\"" + server.url("/api" + METADATA + "/mcp") + "\"");
        assertThat(server.get("/api" + METADATA + "/mcp").body())
                .contains("\"resource\":\"" + server.url("/api/mcp") + "\"");
        assertThat(server.get("/api" + METADATA + "/other").statusCode()).isEqualTo(404);
        assertThat(server.callAt("/api/mcp", "whoAmI", "Authorization", bearer(server.url("/api/mcp")))
                        .statusCode())
                .isEqualTo(200);
    }

    private static String token(String audience) {
        return AUTHORIZATION.token(claims -> claims.subject("ada").audience(List.of(audience)));
    }

    private static String bearer(String audience) {
        return "Bearer " + token(audience);
    }

    private static String challenge(HttpResponse<String> response) {
        return response.headers().firstValue("WWW-Authenticate").orElse("");
    }
}

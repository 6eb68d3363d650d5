package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** Web pages that use a server with authentication. */
class CorsTests {

    private static final String PAGE = "https://app.example";

    private static SecuredServer server() {
        return SecuredServer.of(Tools.class, ISSUER, "mcp.server.http.allowed-origins=" + PAGE);
    }

    @Test
    void aPreflightRequestNeedsNoToken() {
        HttpResponse<String> response = preflight("/mcp", PAGE, "POST");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).hasValue(PAGE);
        assertThat(response.headers().firstValue("Access-Control-Allow-Headers").orElse(""))
                .contains("authorization");
        assertThat(response.headers().firstValue("Access-Control-Allow-Credentials"))
                .isEmpty();
        assertThat(preflight("/mcp", "https://evil.example", "POST").statusCode())
                .isEqualTo(403);
    }

    @Test
    void aPageCanReadTheChallenge() {
        HttpResponse<String> response = server().call("whoAmI", "Origin", PAGE);
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().allValues("Access-Control-Allow-Origin")).containsExactly(PAGE);
        assertThat(response.headers()
                        .firstValue("Access-Control-Expose-Headers")
                        .orElse(""))
                .contains("WWW-Authenticate");
    }

    @Test
    void aServedPageGetsEachHeaderOnce() {
        SecuredServer server = server();
        HttpResponse<String> response =
                server.call("whoAmI", "Origin", PAGE, "Authorization", "Bearer " + server.token("ada"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().allValues("Access-Control-Allow-Origin")).containsExactly(PAGE);
    }

    @Test
    void everyPageCanReadTheMetadata() {
        String path = "/.well-known/oauth-protected-resource/mcp";
        assertThat(preflight(path, "https://inspector.example", "GET").statusCode())
                .isEqualTo(200);
        HttpResponse<String> document = server().get(path, "Origin", "https://inspector.example");
        assertThat(document.statusCode()).isEqualTo(200);
        assertThat(document.headers().allValues("Access-Control-Allow-Origin")).containsExactly("*");
    }

    private static HttpResponse<String> preflight(String path, String origin, String method) {
        return server()
                .send(
                        path,
                        form -> form.method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                                .header("Origin", origin)
                                .header("Access-Control-Request-Method", method)
                                .header("Access-Control-Request-Headers", "authorization, mcp-protocol-version"));
    }
}

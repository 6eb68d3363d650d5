package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.PAGE;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** Web pages that use a server with authentication. */
class CorsTests {

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
        HttpResponse<String> response = SecuredServer.withTokens().call("whoAmI", "Origin", PAGE);
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().allValues("Access-Control-Allow-Origin")).containsExactly(PAGE);
        assertThat(response.headers()
                        .firstValue("Access-Control-Expose-Headers")
                        .orElse(""))
                .contains("WWW-Authenticate");
    }

    @Test
    void aServedPageGetsEachHeaderOnce() {
        SecuredServer server = SecuredServer.withTokens();
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
        HttpResponse<String> document = SecuredServer.withTokens().get(path, "Origin", "https://inspector.example");
        assertThat(document.statusCode()).isEqualTo(200);
        assertThat(document.headers().allValues("Access-Control-Allow-Origin")).containsExactly("*");
    }

    private static HttpResponse<String> preflight(String path, String origin, String method) {
        return SecuredServer.withTokens()
                .send(
                        path,
                        form -> form.method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                                .header("Origin", origin)
                                .header("Access-Control-Request-Method", method)
                                .header("Access-Control-Request-Headers", "authorization, mcp-protocol-version"));
    }
}

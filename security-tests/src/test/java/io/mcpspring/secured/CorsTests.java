package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;

/** Web pages that use a server with authentication. */
class CorsTests {

    private static final String PAGE = "https://app.example";

    private static SecuredServer server(Stack stack) {
        return SecuredServer.of(stack, Tools.class, ISSUER, "mcp.server.http.allowed-origins=" + PAGE);
    }

    @EveryStack
    void aPreflightRequestNeedsNoToken(Stack stack) {
        HttpResponse<String> response = preflight(stack, "/mcp", PAGE, "POST");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Access-Control-Allow-Origin")).hasValue(PAGE);
        assertThat(response.headers().firstValue("Access-Control-Allow-Headers").orElse(""))
                .contains("authorization");
        assertThat(response.headers().firstValue("Access-Control-Allow-Credentials"))
                .isEmpty();
        assertThat(preflight(stack, "/mcp", "https://evil.example", "POST").statusCode())
                .isEqualTo(403);
    }

    @EveryStack
    void aPageCanReadTheChallenge(Stack stack) {
        HttpResponse<String> response = server(stack).call("whoAmI", "Origin", PAGE);
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.headers().allValues("Access-Control-Allow-Origin")).containsExactly(PAGE);
        assertThat(response.headers()
                        .firstValue("Access-Control-Expose-Headers")
                        .orElse(""))
                .contains("WWW-Authenticate");
    }

    @EveryStack
    void aServedPageGetsEachHeaderOnce(Stack stack) {
        SecuredServer server = server(stack);
        HttpResponse<String> response =
                server.call("whoAmI", "Origin", PAGE, "Authorization", "Bearer " + server.token("ada"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().allValues("Access-Control-Allow-Origin")).containsExactly(PAGE);
    }

    @EveryStack
    void everyPageCanReadTheMetadata(Stack stack) {
        String path = "/.well-known/oauth-protected-resource/mcp";
        assertThat(preflight(stack, path, "https://inspector.example", "GET").statusCode())
                .isEqualTo(200);
        HttpResponse<String> document = server(stack).get(path, "Origin", "https://inspector.example");
        assertThat(document.statusCode()).isEqualTo(200);
        assertThat(document.headers().allValues("Access-Control-Allow-Origin")).containsExactly("*");
    }

    private static HttpResponse<String> preflight(Stack stack, String path, String origin, String method) {
        return server(stack)
                .send(
                        path,
                        form -> form.method("OPTIONS", HttpRequest.BodyPublishers.noBody())
                                .header("Origin", origin)
                                .header("Access-Control-Request-Method", method)
                                .header("Access-Control-Request-Headers", "authorization, mcp-protocol-version"));
    }
}

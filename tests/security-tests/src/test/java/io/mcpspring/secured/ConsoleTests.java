package io.mcpspring.secured;

import static io.mcpspring.secured.SecuredServer.ISSUER;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;

/** The page for browsers at an endpoint that requires access tokens. */
class ConsoleTests {

    private static final String HTML = "text/html,application/xhtml+xml,*/*;q=0.8";

    @Test
    void thePageNeedsNoToken() {
        SecuredServer server = SecuredServer.of(Tools.class, ISSUER, "mcp.server.console.enabled=true");
        assertThat(server.get("/mcp", "Accept", HTML))
                .returns(200, HttpResponse::statusCode)
                .extracting(HttpResponse::body)
                .asString()
                .contains("MCP console");
        assertThat(server.get("/mcp?console=main.js", "Accept", "*/*").statusCode())
                .isEqualTo(200);
    }

    @Test
    void everythingElseNeedsOne() {
        SecuredServer server = SecuredServer.of(Tools.class, ISSUER, "mcp.server.console.enabled=true");
        assertThat(server.get("/mcp", "Accept", "text/event-stream").statusCode())
                .isEqualTo(401);
        assertThat(server.call("whoAmI").statusCode()).isEqualTo(401);
        assertThat(server.callAt("/mcp?console=main.js", "whoAmI").statusCode()).isEqualTo(401);
        assertThat(server.callWith(server.token("ada"), "whoAmI").statusCode()).isEqualTo(200);
    }

    @Test
    void withoutTheConsoleABrowserNeedsAToken() {
        SecuredServer server = SecuredServer.withTokens();
        assertThat(server.get("/mcp", "Accept", HTML).statusCode()).isEqualTo(401);
        assertThat(server.get("/mcp?console=main.js", "Accept", "*/*").statusCode())
                .isEqualTo(401);
    }
}

package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Clients look for the metadata of a protected resource before they use a server, be it protected or not. */
class ResourceMetadataTests {

    private static final String METADATA = "/.well-known/oauth-protected-resource";

    @ParameterizedTest
    @ValueSource(
            strings = {"GET " + METADATA, "GET " + METADATA + "/mcp", "GET " + METADATA + "/x/y", "HEAD " + METADATA})
    void anOpenServerHasNoneEvenIfEveryPathHasAPage(String request) {
        RawHttp.Response response =
                RawHttp.send(TestServer.shared(WithPage.class).port(), request);
        assertThat(response.status()).isEqualTo(404);
        assertThat(response.text()).doesNotContain("page");
    }

    @Test
    void otherPathsHaveTheirPage() {
        int port = TestServer.shared(WithPage.class).port();
        assertThat(RawHttp.send(port, "GET /.well-known/other").text()).isEqualTo("page");
        assertThat(RawHttp.send(port, "GET /orders/7").text()).isEqualTo("page");
    }

    @Test
    void theApplicationMayServeItsOwn() {
        int port = TestServer.shared(WithMetadata.class).port();
        assertThat(RawHttp.send(port, "GET " + METADATA).text()).isEqualTo("own");
        assertThat(RawHttp.send(port, "GET " + METADATA + "/mcp").status()).isEqualTo(404);
    }

    @Test
    void knownMetadataIsServedInAnyCase() {
        int port = TestServer.shared(WithPage.class, "mcp.server.security.authorization-servers=https://login.example")
                .port();
        RawHttp.Response response = RawHttp.send(port, "GET " + METADATA + "/mcp", "Origin: https://elsewhere.example");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).contains("https://login.example");
        assertThat(RawHttp.send(port, "HEAD " + METADATA).status()).isEqualTo(200);
        RawHttp.Response changed = RawHttp.send(port, "DELETE " + METADATA);
        assertThat(changed.status()).isEqualTo(405);
        assertThat(changed.header("Allow")).isEqualTo("GET,HEAD");
    }

    /** A single-page application, whose page is shown for all paths. */
    @Import(PlainTools.class)
    @RestController
    static class WithPage {

        @GetMapping("/{*path}")
        String page() {
            return "page";
        }
    }

    @Import(PlainTools.class)
    @RestController
    static class WithMetadata {

        @GetMapping(METADATA)
        String own() {
            return "own";
        }
    }
}

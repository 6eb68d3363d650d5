package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The web pages that may use a server on the user's machine, and the allowed hosts. {@code OriginPolicyTests} checks
 * more spellings of them.
 */
class OriginTests {

    private final TestServer server = TestServer.shared(PlainTools.class);

    private final TestServer listing = TestServer.shared(
            PlainTools.class,
            "mcp.server.http.allowed-origins=https://app.example",
            "mcp.server.http.allowed-origin-patterns=https://*.trusted.example,http://dev.example:[*]",
            "mcp.server.http.allowed-hosts=localhost,api.example:8443,[::1]");

    @Test
    void clientsThatAreNotPagesAreServed() {
        assertThat(ModernRequest.of("tools/list").send(server.port()).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost",
                "http://localhost:3000",
                "https://localhost:8443",
                "http://127.0.0.1:8080",
                "http://127.1.2.3",
                "http://[::1]:5173",
                "http://[::1]"
            })
    void pagesOfTheSameMachineAreServed(String origin) {
        assertThat(ModernRequest.of("tools/list")
                        .with("Origin: " + origin)
                        .send(server.port())
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example",
                "null",
                "http://localhost.evil.example",
                "http://127.0.0.1@evil.example",
                "http://ev il",
                "http://localhost, https://evil.example"
            })
    void pagesOfOtherOriginsAreRefused(String origin) {
        for (String method : new String[] {"POST", "GET", "DELETE", "PUT", "OPTIONS"}) {
            forbidden(RawHttp.send(server.port(), method + " /mcp", "Origin: " + origin), "Origin");
        }
        forbidden(ModernRequest.of("tools/list").with("Origin: " + origin).send(server.port()), "Origin");
    }

    @Test
    void theBodyOfARefusedPageIsNotExamined() {
        forbidden(
                RawHttp.post(
                        server.port(),
                        "{ not JSON",
                        "Origin: https://evil.example",
                        "Content-Type: application/json",
                        "Accept: application/json, text/event-stream"),
                "Origin");
    }

    @Test
    void anEmptyOriginIsRefused() {
        forbidden(ModernRequest.of("tools/list").with("Origin:").send(server.port()), "Origin");
    }

    @Test
    void dnsRebindingIsRefused() {
        forbidden(
                ModernRequest.of("tools/list")
                        .with("Host: evil.example:8080")
                        .with("Origin: http://evil.example:8080")
                        .send(server.port()),
                "Origin");
    }

    @Test
    void aPageOfAListedHostIsServed() {
        assertThat(ModernRequest.of("tools/list")
                        .with("Host: api.example:8443")
                        .with("Origin: https://api.example:8443")
                        .send(listing.port())
                        .status())
                .isEqualTo(200);
        forbidden(
                ModernRequest.of("tools/list")
                        .with("Host: api.example:8443")
                        .with("Origin: https://api.example")
                        .send(listing.port()),
                "Origin");
    }

    @Test
    void aPageOfTheSameAddressIsServed() {
        assertThat(ModernRequest.of("tools/list")
                        .with("Host: 192.0.2.1:8080")
                        .with("Origin: http://192.0.2.1:8080")
                        .send(server.port())
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1:80, http://192.0.2.1, 200",
        "192.0.2.1:443, https://192.0.2.1, 200",
        "[2001:db8::1]:443, https://[2001:db8::1], 200",
        "[2001:DB8::1], https://[2001:db8::1], 200",
        "192.0.2.1:443, http://192.0.2.1, 403",
        "192.0.2.1:80, https://192.0.2.1, 403",
        "192.0.2.1:8080, http://192.0.2.1, 403",
        "192.0.2.1, http://192.0.2.1:8080, 403"
    })
    void theHostMayHaveTheDefaultPortOfThePage(String host, String origin, int status) {
        assertThat(ModernRequest.of("tools/list")
                        .with("Host: " + host)
                        .with("Origin: " + origin)
                        .send(server.port())
                        .status())
                .isEqualTo(status);
    }

    @Test
    void aRefusedPreflightIsReportedWithTheProperty() {
        try (RecordedLog log = new RecordedLog()) {
            for (int i = 0; i < 2; i++) {
                assertThat(RawHttp.send(
                                        server.port(),
                                        "OPTIONS /mcp",
                                        "Origin: https://once.example",
                                        "Access-Control-Request-Method: POST")
                                .status())
                        .isEqualTo(403);
            }
            assertThat(log.lines(Level.WARN))
                    .filteredOn(line -> line.contains("https://once.example"))
                    .singleElement()
                    .asString()
                    .contains("mcp.server.http.allowed-origins");
        }
    }

    @Test
    void aRefusedDeleteEndsNothing() {
        McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
        forbidden(
                RawHttp.send(server.port(), "DELETE /mcp", PlainTools.lines(client, "Origin: https://evil.example")),
                "Origin");
        assertThat(client.request("ping", "{}").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://app.example",
                "https://a.trusted.example",
                "https://a.b.trusted.example",
                "http://dev.example:3000",
                "http://dev.example",
                "http://localhost:3000"
            })
    void listedPagesAreServedToo(String origin) {
        assertThat(ModernRequest.of("tools/list")
                        .with("Origin: " + origin)
                        .send(listing.port())
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://app.example",
                "https://app.example:8443",
                "https://app.example.evil.example",
                "https://trusted.example",
                "https://eviltrusted.example",
                "http://a.trusted.example",
                "https://evil.example",
                "null"
            })
    void pagesThatAreNotListedAreRefused(String origin) {
        forbidden(ModernRequest.of("tools/list").with("Origin: " + origin).send(listing.port()), "Origin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LOCALHOST", "localhost:1234", "api.example:8443", "[::1]", "[::1]:8080"})
    void listedHostsAreAccepted(String host) {
        assertThat(ModernRequest.of("tools/list")
                        .with("Host: " + host)
                        .send(listing.port())
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "api.example",
                "api.example:80",
                "evil.example",
                "localhost.evil.example",
                "127.0.0.1",
                "localhost:-1",
                "localhost:x",
                ":8443",
                "[::2]",
                "[::1",
                "a b",
                "%",
                "http://localhost",
                "api.example:99999"
            })
    void otherHostsAreRefused(String host) {
        // The web server refuses some of them before the request reaches the endpoint.
        RawHttp.Response response =
                ModernRequest.of("tools/list").with("Host: " + host).send(listing.port());
        assertThat(response.status()).as(response.toString()).isIn(400, 403);
        if (response.status() == 403) {
            forbidden(response, "Host");
        }
    }

    @Test
    void otherHostsAreRefusedForEveryMethod() {
        for (String method : new String[] {"POST", "GET", "DELETE", "PUT"}) {
            forbidden(RawHttp.send(listing.port(), method + " /mcp", "Host: evil.example"), "Host");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.example", "api.example:8443", "localhost:99999", "localhost:-1", "[::1", "a b", "%"})
    void everyHostIsAcceptedByDefault(String host) {
        RawHttp.Response response =
                ModernRequest.of("tools/list").with("Host: " + host).send(server.port());
        assertThat(response.status()).as(response.toString()).isIn(200, 400);
    }

    private static void forbidden(RawHttp.Response response, String header) {
        assertThat(response.status()).as(response.toString()).isEqualTo(403);
        assertThat(response.errorCode()).isEqualTo(-32600);
        assertThat(response.json().has("id")).isFalse();
        assertThat(response.json().at("/error/message").stringValue())
                .contains("The " + header + " is not allowed")
                .contains("mcp.server.http.allowed-" + header.toLowerCase() + "s");
        assertThat(response.header("Access-Control-Allow-Origin")).isNull();
    }
}

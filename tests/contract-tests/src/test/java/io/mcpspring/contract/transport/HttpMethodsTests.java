package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** HTTP methods other than POST. */
class HttpMethodsTests {

    private static final String MODERN = "MCP-Protocol-Version: 2026-07-28";

    private final TestServer server = TestServer.shared(PlainTools.class);

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "OPTIONS", "PURGE"})
    void otherMethodsAreNotAllowed(String method) {
        RawHttp.Response response =
                RawHttp.send(server.port(), method + " /mcp", "Accept: application/json, text/event-stream");
        assertThat(response.status()).isEqualTo(405);
        assertThat(response.header("Allow")).isEqualTo("GET, POST, DELETE");
        assertThat(response.errorCode()).isEqualTo(-32600);
        assertThat(response.json().has("id")).isFalse();
    }

    @Test
    @OnNetty("Tomcat refuses TRACE itself")
    void traceIsNotAllowed() {
        otherMethodsAreNotAllowed("TRACE");
    }

    @Test
    void theBodyOfAnotherMethodIsNotRead() {
        McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(RawHttp.request("PUT /mcp", PlainTools.PING.getBytes(), PlainTools.lines(client)));
            assertThat(connection.receive().status()).isEqualTo(405);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "DELETE"})
    void modernRevisionsSupportOnlyPost(String method) {
        McpTestClient session = server.client(ProtocolVersion.V2025_11_25);
        RawHttp.Response response =
                RawHttp.send(server.port(), method + " /mcp", MODERN, "Mcp-Session-Id: " + session.sessionId());
        assertThat(response.status()).isEqualTo(405);
        assertThat(response.header("Allow")).isEqualTo("POST");
        assertThat(response.errorCode()).isEqualTo(-32600);
        assertThat(session.request("ping", "{}").status()).isEqualTo(200);
    }

    @Test
    void aHeadHasNoBodyAndLeavesTheConnectionUsable() {
        McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(RawHttp.head("HEAD /mcp"));
            RawHttp.Response head = connection.receive(true);
            assertThat(head.status()).isEqualTo(405);
            assertThat(head.header("Allow")).isEqualTo("GET, POST, DELETE");
            connection.send(RawHttp.request("POST /mcp", PlainTools.PING.getBytes(), PlainTools.lines(client)));
            assertThat(connection.receive().status()).isEqualTo(200);
        }
    }
}

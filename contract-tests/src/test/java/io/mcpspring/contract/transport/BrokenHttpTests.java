package io.mcpspring.contract.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.io.UncheckedIOException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are not valid HTTP are refused or disconnected, and the server continues to serve others. */
@OnNetty("Tomcat has other limits of headers, and other responses to broken HTTP")
class BrokenHttpTests {

    private final TestServer server = TestServer.shared(PlainTools.class);

    private final McpTestClient client = server.client(ProtocolVersion.V2025_11_25);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GARBAGE\r\n\r\n",
                "POST /mcp\r\n\r\n",
                "POST /mcp HTTP/9.9\r\n\r\n",
                "POST /mcp HTTP/1.1\r\nHost localhost\r\n\r\n",
                "POST /mcp HTTP/1.1\r\n: x\r\n\r\n",
                "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
                "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 1e3\r\n\r\n",
                "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\n{}  ",
                "POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                "POST /mcp HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
                "POST /mcp HTTP/1.1\r\nHost: a\r\nMcp-Name: a\u0000b\r\nContent-Length: 2\r\n\r\n{}",
                "POST /%zz HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
                "POST http:// HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
                "POST /mcp HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
            })
    void brokenRequestsAreRefusedOrDisconnected(String request) {
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(request + "\r\n\r\n");
            assertThat(connection.receive().status()).isBetween(400, 499);
        } catch (UncheckedIOException cutOff) {
            assertThat(cutOff).hasMessageNotContaining("timed out");
        }
        assertThat(client.request("ping", "{}").status()).isEqualTo(200);
    }

    @Test
    void aHugeHeaderIsRefusedByTheWebServer() {
        RawHttp.Response response = RawHttp.post(
                server.port(), PlainTools.PING, PlainTools.lines(client, "Mcp-Param-X: " + "x".repeat(100_000)));
        assertThat(response.status()).isIn(413, 431);
    }

    @Test
    void manyHeadersAreAccepted() {
        String[] many = new String[200];
        for (int at = 0; at < many.length; at++) {
            many[at] = "Mcp-Param-" + at + ": " + at;
        }
        assertThat(RawHttp.post(server.port(), PlainTools.PING, PlainTools.lines(client, many))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void anIncompleteBodyDoesNotDelayOtherRequests() {
        byte[] request = RawHttp.request("POST /mcp", PlainTools.PING.getBytes(UTF_8), PlainTools.lines(client));
        try (RawHttp stopped = RawHttp.connect(server.port())) {
            stopped.send(Arrays.copyOf(request, request.length - 5));
            assertThat(client.request("ping", "{}").status()).isEqualTo(200);
        }
        assertThat(client.request("ping", "{}").status()).isEqualTo(200);
    }
}

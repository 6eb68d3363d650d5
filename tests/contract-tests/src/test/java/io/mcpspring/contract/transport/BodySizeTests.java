package io.mcpspring.contract.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The limits of the size and of the nesting of a body. */
class BodySizeTests {

    static final String[] SMALL = {"mcp.server.http.max-request-size=2KB", "mcp.server.http.max-depth=10"};

    private static final int LIMIT = 2048;

    private final TestServer server = TestServer.shared(PlainTools.class, SMALL);

    private final McpTestClient client = server.client(ProtocolVersion.V2025_11_25);

    @ParameterizedTest
    @CsvSource({"2048, 200", "2049, 413", "100000, 413"})
    void aBodyIsRefusedAboveTheLimit(int size, int status) {
        RawHttp.Response response = RawHttp.post(server.port(), ping(size), PlainTools.lines(client));
        check(response, status);
        assertThat(client.request("ping", "{}").status()).isEqualTo(200);
    }

    @Test
    void aBodyIsRefusedForItsLengthBeforeItIsSent() {
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(RawHttp.head("POST /mcp", PlainTools.lines(client, "Content-Length: 100000000")));
            check(connection.receive(), 413);
        }
    }

    @Test
    void aLengthThatIsTooLargeForANumberIsRefused() {
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(RawHttp.head("POST /mcp", PlainTools.lines(client, "Content-Length: 9223372036854775807")));
            check(connection.receive(), 413);
        }
    }

    @ParameterizedTest
    @CsvSource({"2048, 1, 200", "2048, 700, 200", "2049, 1, 413", "2049, 2049, 413", "9000, 100, 413"})
    void aBodyInChunksIsRefusedAboveTheLimit(int size, int chunk, int status) {
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(RawHttp.head("POST /mcp", PlainTools.lines(client, "Transfer-Encoding: chunked")));
            connection.send(chunked(ping(size), chunk) + "0\r\n\r\n");
            check(connection.receive(), status);
        }
        assertThat(client.request("ping", "{}").status()).isEqualTo(200);
    }

    @Test
    void aBodyInChunksIsRefusedBeforeItEnds() {
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(RawHttp.head("POST /mcp", PlainTools.lines(client, "Transfer-Encoding: chunked")));
            connection.send(chunked(ping(LIMIT + 1), 100));
            check(connection.receive(), 413);
        }
    }

    @Test
    void aBodyMayArriveByteByByte() {
        byte[] request = RawHttp.request("POST /mcp", PlainTools.PING.getBytes(UTF_8), PlainTools.lines(client));
        try (RawHttp connection = RawHttp.connect(server.port())) {
            for (byte next : request) {
                connection.send(new byte[] {next});
            }
            assertThat(connection.receive().json().has("result")).isTrue();
        }
    }

    @Test
    void requestsMayBePipelined() {
        byte[] request = RawHttp.request("POST /mcp", PlainTools.PING.getBytes(UTF_8), PlainTools.lines(client));
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(request);
            connection.send(request);
            assertThat(connection.receive().json().has("result")).isTrue();
            assertThat(connection.receive().json().has("result")).isTrue();
        }
    }

    @Test
    void aClientMayExpectContinueBeforeItSendsABody() {
        byte[] body = PlainTools.PING.getBytes(UTF_8);
        try (RawHttp connection = RawHttp.connect(server.port())) {
            connection.send(RawHttp.head(
                    "POST /mcp", PlainTools.lines(client, "Expect: 100-continue", "Content-Length: " + body.length)));
            assertThat(connection.receiveHead().status()).isEqualTo(100);
            connection.send(body);
            assertThat(connection.receive().status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 9})
    void theDepthIsConfigurable(int levels) {
        RawHttp.Response response = RawHttp.post(
                server.port(),
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"a\":" + "[".repeat(levels)
                        + "]".repeat(levels) + "}}",
                PlainTools.lines(client));
        assertThat(response.status()).isEqualTo(levels == 8 ? 200 : 400);
    }

    private static void check(RawHttp.Response response, int status) {
        assertThat(response.status()).as(response.toString()).isEqualTo(status);
        if (status == 413) {
            assertThat(response.errorCode()).isEqualTo(-32600);
            assertThat(response.json().at("/error/message").stringValue()).contains("2048 bytes");
        }
    }

    private static String ping(int size) {
        String start = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"pad\":\"";
        return start + "x".repeat(size - start.length() - 3) + "\"}}";
    }

    private static String chunked(String body, int chunkSize) {
        StringBuilder chunks = new StringBuilder();
        for (int at = 0; at < body.length(); at += chunkSize) {
            String chunk = body.substring(at, Math.min(body.length(), at + chunkSize));
            chunks.append(Integer.toHexString(chunk.length()))
                    .append("\r\n")
                    .append(chunk)
                    .append("\r\n");
        }
        return chunks.toString();
    }
}

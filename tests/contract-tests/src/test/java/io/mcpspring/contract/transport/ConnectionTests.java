package io.mcpspring.contract.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Extent;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A connection remains usable after every kind of request. The previous request was answered by another thread, so the
 * next one may arrive before the server has finished it: a refusal must not be sent before the request was read.
 */
class ConnectionTests {

    private static final int ROUNDS = Extent.CURRENT == Extent.QUICK ? 20 : 80;

    private static final byte[] CALL = ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{"
                    + "\"name\":\"greet\",\"arguments\":{\"name\":\"Ada\"}}}")
            .getBytes(UTF_8);

    private final TestServer server = TestServer.shared(PlainTools.class);

    private final McpTestClient client = server.client(ProtocolVersion.V2025_11_25);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Accept: text/html",
                "Content-Type: text/plain",
                "Content-Encoding: gzip",
                "Origin: https://evil.example",
                "Mcp-Session-Id: unknown",
                "X-Nothing: 1"
            })
    void aRefusedPostLeavesTheConnectionUsable(String header) {
        var headers = client.headers();
        headers.remove(header.substring(0, header.indexOf(':')));
        staysUsable(RawHttp.request("POST /mcp", PlainTools.PING.getBytes(UTF_8), PlainTools.lines(headers, header)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT", "DELETE", "OPTIONS"})
    void aRequestByAnotherMethodLeavesTheConnectionUsable(String method) {
        staysUsable(RawHttp.head(method + " /mcp"));
        staysUsable(RawHttp.request(method + " /mcp", PlainTools.PING.getBytes(UTF_8)));
    }

    @ParameterizedTest
    @ValueSource(strings = {PlainTools.PING, PlainTools.INITIALIZED, "{", "[]", ""})
    void aPostLeavesTheConnectionUsable(String body) {
        staysUsable(RawHttp.request("POST /mcp", body.getBytes(UTF_8), PlainTools.lines(client)));
    }

    @Test
    void aBodyThatIsTooLargeEndsTheConnectionOrLeavesItUsable() {
        TestServer small = TestServer.shared(PlainTools.class, BodySizeTests.SMALL);
        McpTestClient ofSmall = small.client(ProtocolVersion.V2025_11_25);
        byte[] call = RawHttp.request("POST /mcp", CALL, PlainTools.lines(ofSmall));
        byte[] large = RawHttp.request("POST /mcp", new byte[5000], PlainTools.lines(ofSmall));
        RawHttp connection = RawHttp.connect(small.port());
        for (int round = 0; round < ROUNDS; round++) {
            connection.send(call);
            assertThat(connection.receive().status()).isEqualTo(200);
            connection.send(large);
            RawHttp.Response refused = connection.receive();
            assertThat(refused.status()).isEqualTo(413);
            if ("close".equalsIgnoreCase(refused.header("Connection"))) {
                connection.close();
                connection = RawHttp.connect(small.port());
            }
        }
        connection.close();
    }

    private void staysUsable(byte[] request) {
        byte[] call = RawHttp.request("POST /mcp", CALL, PlainTools.lines(client));
        RawHttp connection = RawHttp.connect(server.port());
        for (int round = 0; round < ROUNDS; round++) {
            connection.send(call);
            assertThat(connection.receive().status()).isEqualTo(200);
            connection.send(request);
            RawHttp.Response response = connection.receive();
            assertThat(response.status()).isLessThan(500);
            // Tomcat announces the end of the connection with every 400.
            if (response.status() == 400 && "close".equalsIgnoreCase(response.header("Connection"))) {
                connection.close();
                connection = RawHttp.connect(server.port());
            }
        }
        connection.close();
    }
}

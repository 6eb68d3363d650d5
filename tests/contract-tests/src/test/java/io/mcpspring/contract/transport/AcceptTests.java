package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The form of the response by the header Accept. */
class AcceptTests {

    private final TestServer server = TestServer.shared(PlainTools.class);

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "*/*",
                "application/*",
                "application/json",
                "APPLICATION/JSON",
                "application/json; charset=utf-8; q=0.5",
                "text/html, */*;q=0.1",
                "text/event-stream, application/json",
                "text/event-stream;q=0, application/json"
            })
    void aClientThatAllowsJsonGetsJson(String accept) {
        for (ProtocolVersion version : ProtocolVersion.values()) {
            Answer answer = list(server.client(version), accept);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Content-Type")).isEqualTo("application/json");
            assertThat(answer.header("Content-Length")).isEqualTo(String.valueOf(answer.bytes().length));
            assertThat(answer.result().get("tools")).isNotEmpty();
        }
    }

    @Test
    void anEmptyAcceptAllowsEverything() {
        McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
        Map<String, String> headers = client.headers();
        headers.remove("Accept");
        assertThat(RawHttp.post(server.port(), PlainTools.PING, PlainTools.lines(headers, "Accept:"))
                        .json()
                        .has("result"))
                .isTrue();
    }

    @Test
    void severalAcceptHeadersAreCombined() {
        McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
        Map<String, String> headers = client.headers();
        headers.put("Accept", "text/html");
        assertThat(RawHttp.post(server.port(), PlainTools.PING, PlainTools.lines(headers, "Accept: application/json"))
                        .json()
                        .has("result"))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/html", "application/json;q=0", "*/*;q=0"})
    void aFurtherAcceptHeaderDoesNotRestrictTheFirstOne(String further) {
        McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
        Map<String, String> headers = client.headers();
        headers.put("Accept", "application/json, text/event-stream");
        assertThat(RawHttp.post(server.port(), PlainTools.PING, PlainTools.lines(headers, "Accept: " + further))
                        .header("Content-Type"))
                .isEqualTo("application/json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/event-stream",
                "text/*",
                "text/event-stream; q=0.3, text/html",
                "application/json;q=0, text/event-stream"
            })
    void aClientThatAllowsOnlyEventsGetsAStream(String accept) {
        for (ProtocolVersion version : ProtocolVersion.values()) {
            Answer answer = list(server.client(version), accept);
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Content-Type")).isEqualTo("text/event-stream");
            assertThat(answer.header("X-Accel-Buffering")).isEqualTo("no");
            assertThat(answer.header("Cache-Control")).startsWith("no-cache");
            String stream = answer.text().replaceAll("id: [0-9a-f]+-\\d\n", "");
            assertThat(stream)
                    .startsWith(
                            version == ProtocolVersion.V2025_11_25
                                    ? "data: \n\nevent: message\ndata: {"
                                    : ":\n\nevent: message\ndata: {")
                    .endsWith("}\n\n");
            assertThat(stream.lines().filter(line -> !line.isEmpty())).hasSize(3);
            assertThat(answer.result().at("/tools/0/name").stringValue()).isEqualTo("book");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "text/html",
                "garbage",
                "/",
                "application/json;q=0",
                "application/xml, image/*",
                "application/json/x",
                "application/json;Q=x",
                "*/*;q=0",
                "text/event-stream;q=0"
            })
    void aClientThatAllowsNeitherIsRefused(String accept) {
        for (ProtocolVersion version : ProtocolVersion.values()) {
            Answer answer = list(server.client(version), accept);
            assertThat(answer.status()).isEqualTo(406);
            assertThat(answer.errorCode()).isEqualTo(-32600);
            assertThat(answer.json().has("id")).isFalse();
        }
    }

    @Test
    void aRefusalIsJsonEvenForAClientThatAllowsOnlyEvents() {
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        ObjectNode params = JsonMapper.shared().createObjectNode();
        Map<String, String> headers = client.headers("tools/sing", params);
        headers.put("Accept", "text/event-stream");
        Answer answer = client.post(client.body("tools/sing", params), headers);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.errorCode()).isEqualTo(-32601);
    }

    @LegacyRevisions
    void aNotificationIsAcceptedWithEveryAcceptHeader(ProtocolVersion version) {
        McpTestClient client = server.client(version);
        Map<String, String> headers = client.headers();
        headers.put("Accept", "application/json");
        assertThat(client.post(PlainTools.INITIALIZED, headers).status()).isEqualTo(202);
    }

    private static Answer list(McpTestClient client, String accept) {
        ObjectNode params = JsonMapper.shared().createObjectNode();
        Map<String, String> headers = client.headers("tools/list", params);
        headers.remove("Accept");
        if (accept != null) {
            headers.put("Accept", accept);
        }
        return client.post(client.body("tools/list", params), headers);
    }
}

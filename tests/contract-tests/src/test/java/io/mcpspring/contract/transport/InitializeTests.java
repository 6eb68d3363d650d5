package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The handshake of the legacy revisions. */
class InitializeTests {

    private final TestServer server = TestServer.shared(PlainTools.class);

    private final McpTestClient client = server.client(ProtocolVersion.V2025_11_25);

    @ParameterizedTest
    @CsvSource({
        "2025-03-26, 2025-03-26",
        "2025-06-18, 2025-06-18",
        "2025-11-25, 2025-11-25",
        "2024-11-05, 2024-11-05",
        "2026-07-28, 2025-11-25",
        "2099-01-01, 2025-11-25",
        "banana, 2025-11-25",
        "'', 2025-11-25",
        "' 2025-03-26', 2025-11-25",
        "2025-3-26, 2025-11-25"
    })
    void theRequestedRevisionIsSelectedOrElseTheNewestOne(String requested, String agreed) {
        Answer answer = initialize("\"" + requested + "\"", Map.of());
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.result().get("protocolVersion").stringValue()).isEqualTo(agreed);
        assertThat(answer.result().at("/serverInfo/name").stringValue()).isEqualTo("test-server");
        assertThat(answer.result().at("/capabilities/tools").isObject()).isTrue();
        assertThat(answer.header("Mcp-Session-Id")).matches("[\\x21-\\x7e]{1,512}");
    }

    @Test
    void aSessionOf20241105IsServedAsOneOf20250326() {
        String id = initialize("\"2024-11-05\"", Map.of()).header("Mcp-Session-Id");
        for (String header : new String[] {"2024-11-05", "2025-03-26"}) {
            Map<String, String> headers = json(Map.of("Mcp-Session-Id", id, "MCP-Protocol-Version", header));
            assertThat(client.post(PlainTools.INITIALIZED, headers).status()).isEqualTo(202);
            assertThat(client.post(PlainTools.PING, headers).status()).isEqualTo(200);
            assertThat(client.post("[" + PlainTools.PING + "]", headers).status())
                    .isEqualTo(200);
            assertThat(client.post("""
                    {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                     "params": {"name": "greet", "arguments": {"name": "Ada"}}}""", headers).contentText()).isEqualTo("Hello, Ada!");
            headers.put("Accept", "text/event-stream");
            try (EventStream stream = client.get(headers)) {
                assertThat(stream.header("Content-Type")).isEqualTo("text/event-stream");
            }
        }
        Map<String, String> headers = Map.of("Mcp-Session-Id", id, "MCP-Protocol-Version", "2024-11-05");
        assertThat(client.send("DELETE", headers).status()).isEqualTo(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "20250326", "[\"2025-03-26\"]", "{}"})
    void aRevisionThatIsNotAStringIsAnInvalidParameter(String requested) {
        Answer answer = initialize(requested, Map.of());
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.errorCode()).isEqualTo(-32602);
        assertThat(answer.json().get("id").stringValue()).isEqualTo("i");
        assertThat(answer.header("Mcp-Session-Id")).isNull();
    }

    @Test
    void aMissingRevisionIsAnInvalidParameter() {
        for (String params : new String[] {"", ",\"params\":{}", ",\"params\":null"}) {
            Answer answer = client.post(
                    "{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"initialize\"" + params + "}", json(Map.of()));
            assertThat(answer.errorCode()).isEqualTo(-32602);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2026-07-28", "banana", "2024-11-05", "2025-03-26"})
    void theBodyTakesPrecedenceOverTheVersionHeader(String header) {
        Answer answer = initialize("\"2025-06-18\"", Map.of("MCP-Protocol-Version", header));
        assertThat(answer.result().get("protocolVersion").stringValue()).isEqualTo("2025-06-18");
    }

    @Test
    void theIdOfAnOpenSessionIsIgnored() {
        Answer answer = initialize("\"2025-11-25\"", Map.of("Mcp-Session-Id", client.sessionId()));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Mcp-Session-Id")).isNotBlank().isNotEqualTo(client.sessionId());
        assertThat(client.request("ping", "{}").status()).isEqualTo(200);
    }

    @Test
    void anEndedOrUnknownSessionIdIsIgnored() {
        client.send("DELETE", client.headers());
        for (String dead : new String[] {client.sessionId(), "never-heard-of"}) {
            Answer answer = initialize("\"2025-11-25\"", Map.of("Mcp-Session-Id", dead));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.header("Mcp-Session-Id")).isNotBlank().isNotEqualTo(dead);
        }
    }

    @Test
    void eachInitializeOpensANewSession() {
        assertThat(initialize("\"2025-11-25\"", Map.of()).header("Mcp-Session-Id"))
                .isNotEqualTo(initialize("\"2025-11-25\"", Map.of()).header("Mcp-Session-Id"));
    }

    @LegacyRevisions
    void noOtherResponseHasASessionId(ProtocolVersion version) {
        McpTestClient any = server.client(version);
        assertThat(any.request("tools/list", "{}").header("Mcp-Session-Id")).isNull();
        assertThat(any.post(PlainTools.INITIALIZED).header("Mcp-Session-Id")).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "é", "漢", "😀", "a😀", "\\ud83d\\ude00", "\\u0000"})
    void theLengthOfTheSessionIdIsLimitedForLongClientNames(String character) {
        String name = character.repeat(10_000);
        Answer answer = client.post("""
                {"jsonrpc": "2.0", "id": "i", "method": "initialize", "params": {"protocolVersion": "2025-06-18",
                 "capabilities": {}, "clientInfo": {"name": "%s", "version": "%s"}}}""".formatted(name, name), json(Map.of()));
        String id = answer.header("Mcp-Session-Id");
        assertThat(id).matches("[\\x21-\\x7e]{1,512}");
        assertThat(client.post(PlainTools.PING, json(Map.of("Mcp-Session-Id", id)))
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ", \"clientInfo\": null",
                ", \"clientInfo\": \"me\"",
                ", \"clientInfo\": {\"name\": 7}",
                ", \"capabilities\": []",
                ", \"capabilities\": {\"elicitation\": true, \"extensions\": [1]}",
                ", \"capabilities\": {\"sampling\": {\"tools\": {}}, \"roots\": null, \"unheard\": {}}"
            })
    void aClientWithoutInfoAndCapabilitiesIsServed(String members) {
        Answer answer = client.post(
                "{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"initialize\",\"params\":{"
                        + "\"protocolVersion\":\"2025-06-18\"" + members + "}}",
                json(Map.of()));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.result().get("protocolVersion").stringValue()).isEqualTo("2025-06-18");
    }

    @Test
    void aClientThatAllowsOnlyEventsGetsItsSessionIdToo() {
        Answer answer = initialize("\"2025-11-25\"", Map.of("Accept", "text/event-stream"));
        assertThat(answer.header("Content-Type")).isEqualTo("text/event-stream");
        assertThat(answer.header("Mcp-Session-Id")).isNotBlank();
    }

    @Test
    void anInitializeWithoutAnIdOpensNoSession() {
        Answer answer = client.post(
                "{\"jsonrpc\":\"2.0\",\"method\":\"initialize\",\"params\":{" + "\"protocolVersion\":\"2025-11-25\"}}",
                json(Map.of()));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.header("Mcp-Session-Id")).isNull();
    }

    private Answer initialize(String requested, Map<String, String> headers) {
        return client.post(
                "{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"initialize\",\"params\":{"
                        + "\"protocolVersion\":" + requested + ",\"capabilities\":{},"
                        + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}}",
                json(headers));
    }

    private static Map<String, String> json(Map<String, String> more) {
        Map<String, String> headers = new LinkedHashMap<>(more);
        headers.put("Content-Type", "application/json");
        return headers;
    }
}

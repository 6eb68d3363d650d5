package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The session id in the requests of a legacy client. */
class SessionTests {

    private static final String ONE = "one-secret-that-is-long-enough-for-this";

    private static final String OTHER = "other-secret-that-is-long-enough-for-this";

    private final TestServer server = TestServer.shared(PlainTools.class);

    private final McpTestClient client = server.client(ProtocolVersion.V2025_11_25);

    @LegacyRevisions
    void aRequestRequiresASession(ProtocolVersion version) {
        McpTestClient any = server.client(version);
        Map<String, String> headers = any.headers();
        headers.remove("Mcp-Session-Id");
        for (String body : new String[] {PlainTools.PING, PlainTools.INITIALIZED, "[]"}) {
            Answer answer = any.post(body, headers);
            assertThat(answer.status()).as(body).isEqualTo(400);
            assertThat(answer.errorCode()).isEqualTo(-32600);
            assertThat(answer.json().has("id")).isEqualTo(body.contains("\"id\""));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "0d1b1e9e-6ec4-4e05-9b5c-ca5c54dba4a4", "AQ", "=", "%00", "a b", "AQAA/+=="})
    void anUnknownSessionIsNotFound(String id) {
        Map<String, String> headers = client.headers();
        headers.put("Mcp-Session-Id", id);
        Answer answer = client.post(PlainTools.PING, headers);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.errorCode()).isEqualTo(-32600);
        assertThat(answer.json().get("id").intValue()).isEqualTo(1);
        assertThat(client.send("DELETE", headers).status()).isEqualTo(404);
    }

    @Test
    void aSessionIdThatWasTamperedWithIsNotFound() {
        byte[] token = Base64.getUrlDecoder().decode(client.sessionId());
        Map<String, String> headers = client.headers();
        for (int at = 0; at < token.length; at++) {
            token[at] ^= 1;
            headers.put(
                    "Mcp-Session-Id", Base64.getUrlEncoder().withoutPadding().encodeToString(token));
            assertThat(client.post(PlainTools.PING, headers).status())
                    .as("byte %s", at)
                    .isEqualTo(404);
            token[at] ^= 1;
        }
        headers.put("Mcp-Session-Id", client.sessionId().substring(1));
        assertThat(client.post(PlainTools.PING, headers).status()).isEqualTo(404);
    }

    @LegacyRevisions
    void anEndedSessionIsNotFound(ProtocolVersion version) {
        McpTestClient any = server.client(version);
        McpTestClient bystander = server.client(version);
        Answer ended = any.send("DELETE", any.headers());
        assertThat(ended.status()).isEqualTo(204);
        assertThat(ended.bytes()).isEmpty();
        assertThat(any.request("ping", "{}").status()).isEqualTo(404);
        assertThat(any.post(PlainTools.INITIALIZED).status()).isEqualTo(404);
        assertThat(any.send("DELETE", any.headers()).status()).isEqualTo(404);
        assertThat(bystander.request("ping", "{}").status()).isEqualTo(200);
    }

    @Test
    void aDeleteRequiresASession() {
        Answer answer = client.send("DELETE", Map.of());
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.errorCode()).isEqualTo(-32600);
    }

    @Test
    void aDeleteWithAnUnknownRevisionEndsNothing() {
        Map<String, String> headers = client.headers();
        headers.put("MCP-Protocol-Version", "banana");
        Answer answer = client.send("DELETE", headers);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.errorCode()).isEqualTo(-32022);
        assertThat(client.request("ping", "{}").status()).isEqualTo(200);
    }

    @LegacyRevisions
    void withoutAVersionHeaderTheNegotiatedRevisionApplies(ProtocolVersion version) {
        McpTestClient any = server.client(version);
        Map<String, String> headers = any.headers();
        headers.remove("MCP-Protocol-Version");
        String batch = "[" + PlainTools.PING + "]";
        assertThat(any.post(PlainTools.PING, headers).status()).isEqualTo(200);
        assertThat(any.post(batch, headers).status()).isEqualTo(version == ProtocolVersion.V2025_03_26 ? 200 : 400);
    }

    @LegacyRevisions
    void aHeaderMayRepeatItsValue(ProtocolVersion version) {
        McpTestClient any = server.client(version);
        Map<String, String> headers = any.headers();
        headers.replaceAll((name, value) -> name.startsWith("M") ? value + ", " + value : value);
        assertThat(any.post(PlainTools.PING, headers).status()).isEqualTo(200);
        headers.put("Mcp-Session-Id", any.sessionId() + ", other");
        assertThat(any.post(PlainTools.PING, headers).status()).isEqualTo(400);
        assertThat(any.send("DELETE", headers).status()).isEqualTo(400);
    }

    @Test
    void theNegotiatedRevisionTakesPrecedenceOverTheHeader() {
        Map<String, String> headers = client.headers();
        headers.put("MCP-Protocol-Version", "2025-03-26");
        assertThat(client.post(PlainTools.PING, headers).status()).isEqualTo(200);
        assertThat(client.post("[" + PlainTools.PING + "]", headers).status()).isEqualTo(400);
    }

    @Tag("dated")
    @ParameterizedTest
    @ValueSource(strings = {"banana", "2024-10-07", "2099-01-01", "2025-11-25x", "1.0"})
    void anUnknownRevisionInTheHeaderIsRefusedWithThoseThatAreServed(String header) {
        Map<String, String> headers = client.headers();
        headers.put("MCP-Protocol-Version", header);
        Answer answer = client.post(PlainTools.PING, headers);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.errorCode()).isEqualTo(-32022);
        assertThat(answer.json().get("id").intValue()).isEqualTo(1);
        assertThat(answer.error().at("/data/requested").stringValue()).isEqualTo(header);
        assertThat(answer.error().at("/data/supported").toString())
                .isEqualTo("[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\"]");
    }

    @LegacyRevisions
    void methodsOfTheModernRevisionDoNotExistInASession(ProtocolVersion version) {
        Answer answer = server.client(version).request("server/discover", "{}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.errorCode()).isEqualTo(-32601);
    }

    @Test
    void instancesWithTheSameSecretShareTheirSessions() {
        TestServer first = TestServer.shared(PlainTools.class, "mcp.server.secret=" + ONE);
        TestServer second = TestServer.shared(
                PlainTools.class,
                "mcp.server.secret=" + OTHER,
                "mcp.server.previous-secrets=" + ONE,
                "mcp.server.protocol-versions=2025-06-18,2025-11-25,2026-07-28");
        McpTestClient ofFirst = first.client(ProtocolVersion.V2025_06_18);
        McpTestClient ofSecond = second.client(ProtocolVersion.V2025_06_18);
        McpTestClient inOldRevision = first.client(ProtocolVersion.V2025_03_26);

        assertThat(ping(second, ofFirst)).as("a previous secret opens").isEqualTo(200);
        assertThat(ping(first, ofSecond)).as("the first secret seals").isEqualTo(404);
        assertThat(ping(server, ofFirst)).as("a random secret").isEqualTo(404);
        assertThat(ping(first, client)).as("a random secret").isEqualTo(404);
        assertThat(ping(second, inOldRevision))
                .as("a revision that is switched off there")
                .isEqualTo(404);
    }

    private static int ping(TestServer server, McpTestClient session) {
        return RawHttp.post(server.port(), PlainTools.PING, PlainTools.lines(session))
                .status();
    }
}

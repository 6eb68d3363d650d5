package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A disabled revision is treated like an unknown one. */
@Tag("dated")
class SwitchedOffRevisionsTests {

    static final String ONLY_MODERN = "mcp.server.protocol-versions=2026-07-28";

    private static final String ONLY_OLD = "mcp.server.protocol-versions=2025-03-26,2025-06-18";

    private final TestServer modern = TestServer.shared(PlainTools.class, ONLY_MODERN);

    private final TestServer old = TestServer.shared(PlainTools.class, ONLY_OLD);

    @ParameterizedTest
    @CsvSource({
        "2025-03-26, 2025-03-26",
        "2025-06-18, 2025-06-18",
        "2025-11-25, 2025-06-18",
        "2026-07-28, 2025-06-18",
        "2024-11-05, 2024-11-05"
    })
    void initializeOffersTheNewestOfTheOthers(String requested, String agreed) {
        McpTestClient client = old.client(ProtocolVersion.V2025_06_18);
        Answer answer = initialize(client, requested);
        assertThat(answer.result().get("protocolVersion").stringValue()).isEqualTo(agreed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28", "2099-01-01"})
    void aHeaderWithADisabledRevisionIsRefusedLikeAnUnknownOne(String header) {
        McpTestClient client = old.client(ProtocolVersion.V2025_06_18);
        Map<String, String> headers = client.headers();
        headers.put("MCP-Protocol-Version", header);
        for (String body : new String[] {PlainTools.PING, PlainTools.INITIALIZED, "[" + PlainTools.PING + "]"}) {
            unsupported(client.post(body, headers), header, "\"2025-06-18\",\"2025-03-26\"");
        }
        unsupported(client.send("DELETE", headers), header, "\"2025-06-18\",\"2025-03-26\"");
        assertThat(client.request("ping", "{}").status()).isEqualTo(200);
    }

    @Test
    void initializeWithoutARevisionNamesOneThatIsServed() {
        String initialize = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}";
        Map<String, String> headers = Map.of("Content-Type", "application/json");
        Answer answer = old.client(ProtocolVersion.V2025_06_18).post(initialize, headers);
        assertThat(answer.errorCode()).isEqualTo(-32602);
        assertThat(answer.error().get("message").stringValue())
                .isEqualTo("'protocolVersion' must be a string, such as '2025-06-18'");
        unsupported(modern.client(ProtocolVersion.V2026_07_28).post(initialize, headers), "", "\"2026-07-28\"");
    }

    @Test
    void theModernRevisionAloneSupportsOnlyPost() {
        for (String method : new String[] {"GET", "DELETE"}) {
            RawHttp.Response response = RawHttp.send(modern.port(), method + " /mcp");
            assertThat(response.status()).as(method).isEqualTo(405);
            assertThat(response.header("Allow")).as(method).isEqualTo("POST");
        }
    }

    @Test
    void theAliasOfADisabledRevisionIsDisabled() {
        TestServer server = TestServer.shared(PlainTools.class, "mcp.server.protocol-versions=2025-06-18");
        McpTestClient client = server.client(ProtocolVersion.V2025_06_18);
        assertThat(initialize(client, "2024-11-05")
                        .result()
                        .get("protocolVersion")
                        .stringValue())
                .isEqualTo("2025-06-18");
        Map<String, String> headers = client.headers();
        headers.put("MCP-Protocol-Version", "2024-11-05");
        unsupported(client.post(PlainTools.PING, headers), "2024-11-05", "\"2025-06-18\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tools/list", "server/discover", "initialize", "tools/sing"})
    void theErrorForAModernRequestListsTheLegacyRevisions(String method) {
        McpTestClient client = old.client(ProtocolVersion.V2026_07_28);
        unsupported(client.request(method, "{}"), "2026-07-28", "\"2025-06-18\",\"2025-03-26\"");
    }

    @Test
    void aModernMethodDoesNotExistInALegacySession() {
        Answer answer = old.client(ProtocolVersion.V2025_06_18).request("server/discover", "{}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.errorCode()).isEqualTo(-32601);
    }

    @Test
    void aGetIsNotAllowedWithTheModernRevisionAlone() {
        assertThat(old.client(ProtocolVersion.V2026_07_28).send("GET", Map.of()).status())
                .isEqualTo(400);
        assertThat(modern.client(ProtocolVersion.V2026_07_28)
                        .send("GET", Map.of())
                        .status())
                .isEqualTo(405);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2025-03-26", "2025-11-25", "2026-07-28", "2024-11-05"})
    void theErrorForInitializeListsTheOnlyModernRevision(String requested) {
        unsupported(initialize(modern.client(ProtocolVersion.V2026_07_28), requested), requested, "\"2026-07-28\"");
    }

    @Test
    void withTheModernRevisionAloneALegacyRequestLacksItsHeader() {
        McpTestClient client = modern.client(ProtocolVersion.V2026_07_28);
        Map<String, String> headers = client.headers();
        headers.put("MCP-Protocol-Version", "2025-06-18");
        unsupported(client.post(PlainTools.PING, headers), "2025-06-18", "\"2026-07-28\"");
        headers.remove("MCP-Protocol-Version");
        Answer answer = client.post(PlainTools.PING, headers);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.errorCode()).isEqualTo(-32020);
        assertThat(answer.json().get("id").intValue()).isEqualTo(1);
    }

    @Test
    void withTheModernRevisionAloneASessionIsUnknownSoThatItsClientBeginsAnew() {
        McpTestClient client = modern.client(ProtocolVersion.V2026_07_28);
        Map<String, String> headers = client.headers();
        headers.remove("MCP-Protocol-Version");
        headers.put(
                "Mcp-Session-Id",
                old.client(ProtocolVersion.V2025_06_18).headers().get("Mcp-Session-Id"));
        assertThat(client.post(PlainTools.PING, headers).status()).isEqualTo(404);
        headers.put("Mcp-Session-Id", "");
        assertThat(client.post(PlainTools.PING, headers).errorCode()).isEqualTo(-32020);
    }

    @Test
    void theModernRevisionServesAloneAsItDoesBesideOthers() {
        McpTestClient client = modern.client(ProtocolVersion.V2026_07_28);
        assertThat(client.call("greet", "{\"name\": \"Ada\"}").contentText()).isEqualTo("Hello, Ada!");
        assertThat(client.request("server/discover", "{}")
                        .result()
                        .get("supportedVersions")
                        .toString())
                .isEqualTo("[\"2026-07-28\"]");
    }

    private static Answer initialize(McpTestClient client, String version) {
        return client.post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"" + version
                        + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}",
                Map.of("Content-Type", "application/json"));
    }

    private static void unsupported(Answer answer, String requested, String supported) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.errorCode()).as(answer.text()).isEqualTo(-32022);
        assertThat(answer.error().at("/data/requested").stringValue()).isEqualTo(requested);
        assertThat(answer.error().at("/data/supported").toString()).isEqualTo("[" + supported + "]");
    }
}

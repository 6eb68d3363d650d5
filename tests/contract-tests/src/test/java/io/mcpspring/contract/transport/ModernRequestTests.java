package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests of 2026-07-28 and their results. */
class ModernRequestTests {

    private static final String META = "io.modelcontextprotocol/";

    private final TestServer server = TestServer.shared(PlainTools.class);

    private final McpTestClient client = server.client(ProtocolVersion.V2026_07_28);

    @Test
    void aListIsSealedForItsRevision() {
        Answer answer = client.request("tools/list", "{}");
        JsonNode result = answer.result();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(result.get("resultType").stringValue()).isEqualTo("complete");
        assertThat(result.get("ttlMs").longValue()).isEqualTo(300_000);
        assertThat(result.get("cacheScope").stringValue()).isEqualTo("public");
        assertThat(result.get("_meta").get(META + "serverInfo").get("name").stringValue())
                .isEqualTo("test-server");
        assertThat(result.has("nextCursor")).isFalse();
    }

    @Test
    void aCallIsSealedWithoutCacheHints() {
        JsonNode result = client.call("greet", "{\"name\": \"Ada\"}").result();
        assertThat(result.get("resultType").stringValue()).isEqualTo("complete");
        assertThat(result.get("_meta").has(META + "serverInfo")).isTrue();
        assertThat(result.has("ttlMs")).isFalse();
        assertThat(result.has("cacheScope")).isFalse();
    }

    @Test
    void legacyResultsHaveNoModernMembers() {
        JsonNode result = server.client(ProtocolVersion.V2025_11_25)
                .request("tools/list", "{}")
                .result();
        assertThat(result.propertyNames()).containsExactly("tools");
    }

    @Tag("dated")
    @Test
    void theServerIsDiscovered() {
        JsonNode result = client.request("server/discover", "{}").result();
        assertThat(result.get("supportedVersions").toString())
                .isEqualTo("[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\"]");
        assertThat(result.get("capabilities").get("tools").isObject()).isTrue();
        assertThat(result.get("resultType").stringValue()).isEqualTo("complete");
        assertThat(result.get("ttlMs").longValue()).isEqualTo(300_000);
        assertThat(result.get("cacheScope").stringValue()).isEqualTo("public");
        assertThat(result.has("serverInfo")).isFalse();
    }

    @Test
    void headersOfTheLegacyEraAreIgnored() {
        McpTestClient session = server.client(ProtocolVersion.V2025_06_18);
        for (String id : new String[] {session.sessionId(), "never-heard-of"}) {
            RawHttp.Response response = ModernRequest.of("tools/list")
                    .with("Mcp-Session-Id: " + id)
                    .with("Last-Event-ID: 7")
                    .send(server.port());
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.header("Mcp-Session-Id")).isNull();
            assertThat(response.json().at("/result/resultType").stringValue()).isEqualTo("complete");
        }
    }

    @Tag("dated")
    @Test
    void anUnknownVersionIsRefusedWithThoseThatAreServed() {
        RawHttp.Response response = ModernRequest.of("tools/list")
                .meta("protocolVersion", "\"1900-01-01\"")
                .instead("MCP-Protocol-Version: 1900-01-01")
                .send(server.port());
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.errorCode()).isEqualTo(-32022);
        assertThat(response.json().get("id").stringValue()).isEqualTo("m-1");
        assertThat(response.json().at("/error/data/requested").stringValue()).isEqualTo("1900-01-01");
        assertThat(response.json().at("/error/data/supported").toString())
                .isEqualTo("[\"2026-07-28\",\"2025-11-25\",\"2025-06-18\",\"2025-03-26\"]");
    }

    @Tag("dated")
    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2025-03-26"})
    void aLegacyVersionIsRefusedWithTheModernOnesOnly(String version) {
        RawHttp.Response response = ModernRequest.of("tools/list")
                .meta("protocolVersion", "\"" + version + "\"")
                .instead("MCP-Protocol-Version: " + version)
                .send(server.port());
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.errorCode()).isEqualTo(-32022);
        assertThat(response.json().at("/error/data/requested").stringValue()).isEqualTo(version);
        assertThat(response.json().at("/error/data/supported").toString()).isEqualTo("[\"2026-07-28\"]");
    }

    @Test
    void aLongUnknownVersionIsTruncatedInTheError() {
        String version = "9".repeat(3000);
        RawHttp.Response response = ModernRequest.of("tools/list")
                .meta("protocolVersion", "\"" + version + "\"")
                .instead("MCP-Protocol-Version: " + version)
                .send(server.port());
        assertThat(response.errorCode()).isEqualTo(-32022);
        assertThat(response.body().length).isLessThan(500);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"null", "20260728", "[\"2026-07-28\"]", "{}"})
    void aVersionThatIsNotAStringIsAnInvalidParameter(String version) {
        refused(ModernRequest.of("tools/list").meta("protocolVersion", version), 400, -32602);
    }

    @Test
    void errorsInTheMetaNameTheMember() {
        assertMessage(
                ModernRequest.of("tools/list").meta("protocolVersion", null),
                "params._meta['io.modelcontextprotocol/protocolVersion'] is missing");
        assertMessage(
                ModernRequest.of("tools/list").meta("protocolVersion", "20260728"),
                "params._meta['io.modelcontextprotocol/protocolVersion'] must be a string");
        assertMessage(
                ModernRequest.of("tools/list").meta("clientCapabilities", null),
                "params._meta['io.modelcontextprotocol/clientCapabilities'] is missing");
        assertMessage(
                ModernRequest.of("tools/list").meta("clientCapabilities", "[1]"),
                "params._meta['io.modelcontextprotocol/clientCapabilities'] must be an object");
        assertMessage(
                ModernRequest.of("tools/list").meta("logLevel", "\"loud\""),
                "params._meta['io.modelcontextprotocol/logLevel'] must be a log level, such as 'info'");
    }

    private void assertMessage(ModernRequest request, String message) {
        assertThat(request.send(server.port()).json().at("/error/message").stringValue())
                .isEqualTo(message);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"null", "true", "[1]", "\"elicitation\""})
    void missingCapabilitiesAreAnInvalidParameter(String capabilities) {
        refused(ModernRequest.of("tools/list").meta("clientCapabilities", capabilities), 400, -32602);
        refused(ModernRequest.of("server/discover").meta("clientCapabilities", capabilities), 400, -32602);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"{\"name\":\"desk\",\"version\":\"1\"}", "null", "7", "{}", "{\"name\":[]}"})
    void theClientInfoIsOptional(String clientInfo) {
        RawHttp.Response response =
                ModernRequest.of("tools/list").meta("clientInfo", clientInfo).send(server.port());
        assertThat(response.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"loud\"", "\"WARNING\"", "7", "[]", "{}"})
    void aLogLevelThatDoesNotExistIsAnInvalidParameter(String level) {
        refused(ModernRequest.of("tools/list").meta("logLevel", level), 400, -32602);
    }

    @Test
    void aLogLevelIsAccepted() {
        RawHttp.Response response =
                ModernRequest.of("tools/list").meta("logLevel", "\"warning\"").send(server.port());
        assertThat(response.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"ping", "logging/setLevel", "resources/subscribe", "initialize", "tools/sing", "", "TOOLS/LIST"})
    void aMethodOfOtherRevisionsIsNotFound(String method) {
        refused(ModernRequest.of(method), 404, -32601);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"params\":{}",
                "\"params\":{\"_meta\":{}}",
                "\"params\":{\"_meta\":7}",
                "\"params\":null",
                "\"x\":1"
            })
    void aRequestWithoutMetaUnderAModernHeaderLacksItsVersion(String params) {
        RawHttp.Response response = RawHttp.post(
                server.port(),
                "{\"jsonrpc\":\"2.0\",\"id\":\"m-1\",\"method\":\"tools/list\"," + params + "}",
                "Content-Type: application/json",
                "MCP-Protocol-Version: 2026-07-28",
                "Mcp-Method: tools/list");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.errorCode()).isEqualTo(-32602);
        assertThat(response.json().get("id").stringValue()).isEqualTo("m-1");
    }

    @Test
    void aNotificationIsAcceptedWithAnyHeaders() {
        for (String header :
                new String[] {"X-Nothing: 1", "Mcp-Method: tools/call", "MCP-Protocol-Version: 2026-07-28"}) {
            RawHttp.Response response = RawHttp.post(
                    server.port(),
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"_meta\":{\"" + META
                            + "protocolVersion\":\"2026-07-28\"}}}",
                    header);
            assertThat(response.status()).isEqualTo(202);
            assertThat(response.body()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"message\":\"m\"}}",
                "[]",
                "[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}]",
                "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}]"
            })
    void responsesAndBatchesAreRefused(String body) {
        Answer answer = client.post(body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.errorCode()).isEqualTo(-32600);
        assertThat(answer.json().has("id")).isFalse();
    }

    @Test
    void aRequestWithoutRevisionAndSessionIsRefused() {
        Answer answer = client.post(PlainTools.request("tools/list"), Map.of("Content-Type", "application/json"));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.errorCode()).isEqualTo(-32600);
    }

    @Tag("dated")
    @Test
    void theSmallestRequestOfTheSpecificationIsServed() {
        Answer answer = client.post(
                """
                {"jsonrpc": "2.0", "id": 41, "method": "tools/list", "params": {"_meta": {
                  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                  "io.modelcontextprotocol/clientCapabilities": {}}}}""", client.headers("tools/list", JsonMapper.shared().createObjectNode()));
        assertThat(answer.result().get("tools").size()).isEqualTo(2);
    }

    private void refused(ModernRequest request, int status, int code) {
        RawHttp.Response response = request.send(server.port());
        assertThat(response.status()).as(response.toString()).isEqualTo(status);
        assertThat(response.errorCode()).isEqualTo(code);
        assertThat(response.json().get("id").stringValue()).isEqualTo("m-1");
    }
}

package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Several messages in one body, which only 2025-03-26 supports. */
class BatchTests {

    private static final String RESPONSE = "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}";

    private static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"initialize\",\"params\":{"
            + "\"protocolVersion\":\"2025-03-26\",\"capabilities\":{},"
            + "\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";

    private final TestServer server = TestServer.shared(PlainTools.class);

    private final McpTestClient client = server.client(ProtocolVersion.V2025_03_26);

    @Test
    void eachRequestOfABatchIsAnsweredInOneArray() {
        Answer answer = client.post("[" + ping("1") + "," + PlainTools.INITIALIZED + ",{\"jsonrpc\":\"2.0\","
                + "\"id\":\"two\",\"method\":\"tools/call\",\"params\":{\"name\":\"greet\","
                + "\"arguments\":{\"name\":\"Ada\"}}}," + "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"sing\"}]");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
        assertThat(answer.json().size()).isEqualTo(3);
        Map<String, JsonNode> byId = byId(answer);
        assertThat(byId.get("1").get("result").isEmpty()).isTrue();
        assertThat(byId.get("\"two\"").at("/result/content/0/text").stringValue())
                .isEqualTo("Hello, Ada!");
        assertThat(byId.get("3").at("/error/code").intValue()).isEqualTo(-32601);
    }

    @Test
    void aBatchOfOneIsAnsweredByAnArray() {
        assertThat(client.post("[" + ping("1") + "]").text())
                .isEqualTo("[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}]");
    }

    @Test
    void aBrokenElementIsAnsweredOnItsOwn() {
        Answer answer = client.post("[1,{\"jsonrpc\":\"1.0\",\"id\":5,\"method\":\"ping\"}," + ping("6")
                + ",[],{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"},"
                + "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":1}]");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().size()).isEqualTo(6);
        Map<String, JsonNode> byId = byId(answer);
        assertThat(byId.get("6").has("result")).isTrue();
        assertThat(byId.get("5").at("/error/code").intValue()).isEqualTo(-32600);
        assertThat(byId.get("7").at("/error/code").intValue()).isEqualTo(-32600);
        answer.json().forEach(element -> {
            if (!element.has("id")) {
                assertThat(element.at("/error/code").intValue()).isEqualTo(-32600);
            }
        });
    }

    @Test
    void everyElementOfABatchOfBrokenElementsIsAnswered() {
        Answer answer = client.post("[1,2,\"x\"]");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().size()).isEqualTo(3);
    }

    @Test
    void aBatchWithoutRequestsIsAccepted() {
        for (String batch : new String[] {
            "[" + PlainTools.INITIALIZED + "]",
            "[" + PlainTools.INITIALIZED + "," + PlainTools.INITIALIZED + "]",
            "[" + RESPONSE + "]",
            "[" + RESPONSE + "," + RESPONSE.replace("9", "10") + "]"
        }) {
            Answer answer = client.post(batch);
            assertThat(answer.status()).as(batch).isEqualTo(202);
            assertThat(answer.bytes()).isEmpty();
        }
    }

    @Test
    void aBatchMustNotMixResponsesWithOtherMessages() {
        refused(client.post("[" + ping("1") + "," + RESPONSE + "]"));
        refused(client.post("[" + RESPONSE + "," + PlainTools.INITIALIZED + "]"));
    }

    @Test
    void anEmptyBatchIsRefused() {
        refused(client.post("[]"));
    }

    @ParameterizedTest
    @CsvSource({"100, 200", "101, 400"})
    void aBatchHasAtMostAHundredMessages(int size, int status) {
        Answer answer = client.post("[" + String.join(",", Collections.nCopies(size, ping("1"))) + "]");
        assertThat(answer.status()).isEqualTo(status);
        if (status == 200) {
            assertThat(answer.json().size()).isEqualTo(size);
        } else {
            refused(answer);
        }
    }

    @Test
    void initializeIsRefusedInABatch() {
        Map<String, String> outside = Map.of("Content-Type", "application/json");
        refused(client.post("[" + INITIALIZE + "]"));
        refused(client.post("[" + ping("1") + "," + INITIALIZE + "]"));
        refused(client.post("[" + INITIALIZE + "]", outside));
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void laterRevisionsRefuseBatches(ProtocolVersion version) {
        McpTestClient later = server.client(version);
        for (String batch : new String[] {
            "[]", "[1]", "[" + ping("1") + "]", "[" + PlainTools.INITIALIZED + "]", "[" + RESPONSE + "]"
        }) {
            refused(later.post(batch));
        }
    }

    @Test
    void aModernRequestIsRefusedInABatch() {
        String modern = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"_meta\":{"
                + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}";
        refused(client.post("[" + ping("2") + "," + modern + "]"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "*/*"})
    void aClientOfJsonGetsAnArray(String accept) {
        Map<String, String> headers = client.headers();
        headers.put("Accept", accept);
        assertThat(client.post("[" + ping("1") + "," + ping("2") + "]", headers)
                        .json()
                        .size())
                .isEqualTo(2);
    }

    @Test
    void aClientOfEventsGetsSingleMessages() {
        Map<String, String> headers = client.headers();
        headers.put("Accept", "text/event-stream");
        Answer answer = client.post("[" + ping("1") + "," + ping("2") + "]", headers);
        assertThat(answer.text().lines().filter(line -> line.startsWith("data: ")))
                .containsExactlyInAnyOrder(
                        "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}",
                        "data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
    }

    private static String ping(String id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}";
    }

    private static void refused(Answer answer) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.errorCode()).isEqualTo(-32600);
        assertThat(answer.json().has("id")).isFalse();
    }

    private static Map<String, JsonNode> byId(Answer answer) {
        Map<String, JsonNode> byId = new HashMap<>();
        answer.json().forEach(element -> byId.put(String.valueOf(element.get("id")), element));
        return byId;
    }
}

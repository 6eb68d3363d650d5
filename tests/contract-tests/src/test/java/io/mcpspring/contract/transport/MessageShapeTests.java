package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Valid and invalid JSON-RPC messages. */
class MessageShapeTests {

    private final TestServer server = TestServer.shared(PlainTools.class);

    private final McpTestClient client = server.client(ProtocolVersion.V2025_11_25);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "0",
                "-7",
                "9007199254740993",
                "1180591620717411303424",
                "\"a\"",
                "\"\"",
                "\"7\"",
                "\"Zürich 😀\"",
                "\"tab\\there\"",
                "\"{\\\"jsonrpc\\\"}\""
            })
    void anIdIsReturnedUnchanged(String id) {
        Answer answer = client.post("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");
        assertThat(answer.text()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
        Answer error = client.post("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"sing\"}");
        assertThat(error.text()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{");
    }

    @Test
    void aHugeIdIsReturnedInEveryRevision() {
        String id = BigInteger.TWO.pow(70).toString();
        for (ProtocolVersion version : ProtocolVersion.values()) {
            McpTestClient any = server.client(version);
            String body = any.body("tools/list", JsonMapper.shared().createObjectNode())
                    .replaceFirst("\"id\":\\d+", "\"id\":" + id);
            Answer answer =
                    any.post(body, any.headers("tools/list", JsonMapper.shared().createObjectNode()));
            assertThat(answer.text()).startsWith("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":");
        }
    }

    @Test
    void aLongIdIsRefused() {
        for (String quote : List.of("\"", "")) {
            String longest = quote + "7".repeat(256) + quote;
            assertThat(client.post("{\"jsonrpc\":\"2.0\",\"id\":" + longest + ",\"method\":\"ping\"}")
                            .json()
                            .get("id"))
                    .hasToString(longest);
            anIdOfAnotherKindIsRefused(quote + "7".repeat(257) + quote);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "1.5", "1.0", "1e3", "true", "[]", "[1]", "{}", "{\"a\":1}"})
    void anIdOfAnotherKindIsRefused(String id) {
        Answer answer = client.post("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"ping\"}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.errorCode()).isEqualTo(-32600);
        assertThat(answer.json().has("id")).isFalse();
        assertThat(answer.error().get("message").stringValue()).contains("id");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"1.0\"", "\"2\"", "2.0", "2", "null", "true", "[\"2.0\"]", "\"2.0 \""})
    void anotherVersionOfJsonRpcIsRefused(String version) {
        refusedWithId("{\"jsonrpc\":" + version + ",\"id\":5,\"method\":\"ping\"}", "jsonrpc");
    }

    @Test
    void aMessageWithoutTheVersionOfJsonRpcIsRefused() {
        refusedWithId("{\"id\":5,\"method\":\"ping\"}", "jsonrpc");
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "1", "true", "[\"ping\"]", "{}"})
    void theMethodMustBeAString(String method) {
        refusedWithId("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":" + method + "}", "method");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1]", "[{}]", "\"x\"", "1", "true", "false"})
    void paramsMustBeAnObject(String params) {
        refusedWithId("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\",\"params\":" + params + "}", "params");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ",\"params\":null",
                ",\"params\":{}",
                // As PHP writes it.
                ",\"params\":[]",
                ",\"params\":{\"x\":1}",
                ",\"extra\":[1]",
                ",\"params\":{\"_meta\":null}",
                ",\"params\":{\"_meta\":7}"
            })
    void missingAndUnknownMembersAreAccepted(String members) {
        assertThat(client.post("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\"" + members + "}")
                        .text())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "\"ping\"",
                "null",
                "true",
                "{}",
                "{\"jsonrpc\":\"2.0\"}",
                "{\"jsonrpc\":\"2.0\",\"result\":{}}"
            })
    void anInvalidMessageIsRefused(String body) {
        Answer answer = client.post(body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.errorCode()).isEqualTo(-32600);
        assertThat(answer.json().has("id")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", ",\"result\":{},\"error\":{\"code\":1,\"message\":\"x\"}", ",\"result\":null,\"error\":null"
            })
    void aResponseHasEitherAResultOrAnError(String members) {
        refusedWithId("{\"jsonrpc\":\"2.0\",\"id\":5" + members + "}", "result");
    }

    @LegacyRevisions
    void anUnsolicitedResponseOfAClientIsAccepted(ProtocolVersion version) {
        McpTestClient any = server.client(version);
        String error = "\"error\":{\"code\":-1,\"message\":\"no\"}";
        for (String outcome :
                new String[] {"\"result\":{}", error, "\"result\":{},\"error\":null", "\"result\":null," + error}) {
            Answer answer = any.post("{\"jsonrpc\":\"2.0\",\"id\":5," + outcome + "}");
            assertThat(answer.status()).isEqualTo(202);
            assertThat(answer.bytes()).isEmpty();
        }
    }

    @LegacyRevisions
    void aNotificationIsAcceptedWithoutAnAnswer(ProtocolVersion version) {
        McpTestClient any = server.client(version);
        for (String method : new String[] {"notifications/initialized", "notifications/unheard", "tools/list"}) {
            Answer answer = any.post("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\"}");
            assertThat(answer.status()).isEqualTo(202);
            assertThat(answer.bytes()).isEmpty();
            assertThat(answer.header("Content-Type")).isNull();
            assertThat(answer.header("Content-Length")).isEqualTo("0");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "Method, method",
        "METHOD, method",
        "ID, id",
        "Params, params",
        "JSONRPC, jsonrpc",
        "Result, result",
        "Error, error",
        "param\u017f, params"
    })
    void aMemberOfTheMessageInAnotherCaseIsRefused(String member, String expected) {
        refusedWithId(
                "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\",\"" + member + "\":\"tools/call\"}",
                "must be spelled '" + expected + "'");
    }

    @ParameterizedTest
    @CsvSource({"Name, name", "ARGUMENTS, arguments", "URI, uri", "_META, _meta", "_Meta, _meta", "taskid, taskId"})
    void aMemberOfTheParametersInAnotherCaseIsRefused(String member, String expected) {
        refusedWithId(
                "{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":\"greet\","
                        + "\"arguments\":{\"name\":\"Ada\"},\"" + member + "\":{}}}",
                "must be spelled '" + expected + "'");
    }

    @Test
    void aResponseWithAMemberInAnotherCaseIsRefused() {
        refusedWithId("{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{},\"Error\":{}}", "must be spelled 'error'");
    }

    @Test
    void argumentsMayHaveNamesOfAnyCase() {
        assertThat(client.post("{\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"ping\",\"params\":{\"arguments\":"
                                + "{\"Name\":1,\"METHOD\":2},\"_meta\":{\"Name\":1}}}")
                        .text())
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}");
    }

    @EveryRevision
    void metadataMayHaveSomeKilobytes(ProtocolVersion version) {
        McpTestClient any = server.client(version);
        for (int size : new int[] {15_000, 20_000}) {
            ObjectNode params = JsonMapper.shared().createObjectNode();
            params.putObject("_meta").put("x", "x".repeat(size));
            Answer answer = any.post(any.body("tools/list", params), any.headers("tools/list", params));
            assertThat(answer.status()).isEqualTo(size == 15_000 ? 200 : 400);
            if (size == 20_000) {
                assertThat(answer.errorCode()).isEqualTo(-32600);
                assertThat(answer.error().get("message").stringValue())
                        .isEqualTo("'_meta' must not be larger than 16384 bytes");
            }
        }
    }

    private void refusedWithId(String body, String reason) {
        Answer answer = client.post(body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.errorCode()).isEqualTo(-32600);
        assertThat(answer.json().get("id").intValue()).isEqualTo(5);
        assertThat(answer.error().get("message").stringValue()).contains(reason);
    }
}

package io.mcpspring.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** The serialization of messages. */
class McpJsonTests {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static final RequestId ID = new RequestId(JSON.numberNode(1));

    @Test
    void aResultIsWrittenBesideTheIdOfItsRequest() {
        assertThat(write(new JsonRpcResponse.Success(ID, new EmptyResult())))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    }

    @Test
    void aSerializedResultIsCopied() {
        String result = "{\"a\" : [1, \"Zürich 😀\"]}";
        assertThat(write(new JsonRpcResponse.Success(ID, RenderedResult.once(result.getBytes(StandardCharsets.UTF_8)))))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}");
    }

    @Test
    void aLargeResultIsSharedByItsMessages() {
        String result = "{\"a\":\"" + "Zürich 😀 ".repeat(1000) + "\"}";
        RenderedResult rendered = RenderedResult.often(result.getBytes(StandardCharsets.UTF_8));
        for (String id : List.of("1", "99")) {
            MessageBytes message = McpJson.write(
                    new JsonRpcResponse.Success(new RequestId(JSON.numberNode(Integer.valueOf(id))), rendered));
            String text = "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}";
            assertThat(message.toArray()).asString(StandardCharsets.UTF_8).isEqualTo(text);
            assertThat(message.size()).isEqualTo(message.toArray().length);
            assertThat(message.buffers()).allMatch(ByteBuffer::hasArray);
            assertThat(message.directBuffers()).anyMatch(ByteBuffer::isDirect);
            assertThat(List.of(message.buffers(), message.directBuffers()))
                    .allSatisfy(buffers -> assertThat(buffers.stream()
                                    .map(buffer -> StandardCharsets.ISO_8859_1
                                            .decode(buffer)
                                            .toString())
                                    .collect(Collectors.joining())
                                    .getBytes(StandardCharsets.ISO_8859_1))
                            .asString(StandardCharsets.UTF_8)
                            .isEqualTo(text));
        }
    }

    @Test
    void idsAreWrittenUnchanged() {
        assertThat(write(failure(JSON.numberNode(BigInteger.TWO.pow(70))))).contains("\"id\":1180591620717411303424,");
        assertThat(write(failure(JSON.stringNode("1")))).contains("\"id\":\"1\",");
        assertThat(write(failure(JSON.stringNode("a\"b\\c\nd")))).contains("\"id\":\"a\\\"b\\\\c\\nd\",");
        for (JsonRpcMessage message : List.of(new JsonRpcResponse.Success(
                new RequestId(JSON.stringNode("\n\"😀")),
                RenderedResult.once("{}".getBytes(StandardCharsets.UTF_8))))) {
            assertThat(write(message)).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"\\n\\\"😀\",\"result\":{}}");
        }
    }

    @Test
    void anErrorWithoutAnIdHasNoIdMember() {
        assertThat(write(new JsonRpcResponse.Failure(null, new JsonRpcError(-32700, "no"))))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"no\"}}");
    }

    @Test
    void anErrorMayHaveData() {
        assertThat(write(new JsonRpcResponse.Failure(ID, new JsonRpcError(7, "no", Map.of("a", List.of(1))))))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,"
                        + "\"error\":{\"code\":7,\"message\":\"no\",\"data\":{\"a\":[1]}}}");
    }

    @Test
    void aNotificationHasNoId() {
        assertThat(write(new JsonRpcNotification("notifications/x", Map.of("a", 1))))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":{\"a\":1}}");
    }

    @Test
    void aRequestHasAllMembers() {
        assertThat(write(new JsonRpcRequest(ID, "roots/list", JSON.objectNode())))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\",\"params\":{}}");
    }

    @Test
    void aModernResultHasTheMembersOfItsSeal() {
        McpResult sealed = new ModernResult("complete", new EmptyResult(), 5L, "public", Map.of("k", "v"));
        assertThat(write(new JsonRpcResponse.Success(ID, sealed)))
                .isEqualTo(
                        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":"
                                + "{\"resultType\":\"complete\",\"ttlMs\":5,\"cacheScope\":\"public\",\"_meta\":{\"k\":\"v\"}}}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"short", "long ", "quoted \"\" ", "漢字", "\n"})
    void aResultOfAnySizeIsWritten(String part) {
        for (int count : List.of(1, 200, 400, 3_000, 10_000)) {
            String text = part.repeat(count);
            JsonValue structured = JsonValue.of(Map.of("text", text));
            for (List<Content> content : List.of(
                    List.<Content>of(Content.text(text)),
                    List.<Content>of(Content.text(text), Content.image(new byte[100], "a/b")))) {
                CallToolResult result = new CallToolResult(content, structured, false, null);
                for (McpResult of : List.of(result, new ModernResult("complete", result, null, null, Map.of()))) {
                    MessageBytes message = McpJson.write(new JsonRpcResponse.Success(ID, of));
                    byte[] bytes = message.toArray();
                    JsonNode written = McpJson.readTree(bytes).get("result");
                    assertThat(written.at("/content/0/text").stringValue()).isEqualTo(text);
                    assertThat(written.at("/structuredContent/text").stringValue())
                            .isEqualTo(text);
                    assertThat(bytes).hasSize(message.size());
                    assertThat(message.buffers()).singleElement().isEqualTo(ByteBuffer.wrap(bytes));
                }
            }
        }
    }

    @Test
    void aSerializedValueIsCopiedIntoAMessage() {
        JsonValue value = JsonValue.ofUtf8("{\"ü\": 1e2}".getBytes(StandardCharsets.UTF_8));
        assertThat(write(new JsonRpcNotification("n", Map.of("v", value))))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{\"v\":{\"ü\": 1e2}}}");
        assertThat(value.tree().get("ü").intValue()).isEqualTo(100);
        String large = "\"" + "漢".repeat(100_000) + "\"";
        assertThat(write(new JsonRpcNotification("n", JsonValue.ofUtf8(large.getBytes(StandardCharsets.UTF_8)))))
                .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":" + large + "}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud83d", "a\ud83d", "\udc00b", "\udc00\ud83d"})
    void aMessageWithAnUnpairedSurrogateIsWritten(String text) {
        for (JsonRpcMessage message : List.of(
                failure(JSON.stringNode(text)),
                new JsonRpcResponse.Failure(ID, new JsonRpcError(1, text)),
                new JsonRpcResponse.Success(
                        new RequestId(JSON.stringNode(text)),
                        RenderedResult.once("{}".getBytes(StandardCharsets.UTF_8))))) {
            assertThat(McpJson.readTree(McpJson.write(message).toArray())
                            .get("jsonrpc")
                            .stringValue())
                    .isEqualTo("2.0");
        }
    }

    @Test
    void anIdMustBeAStringOrAWholeNumber() {
        for (JsonNode node : List.of(
                JSON.numberNode(1.5),
                JSON.nullNode(),
                JSON.booleanNode(true),
                JSON.objectNode(),
                JSON.arrayNode(),
                JSON.missingNode())) {
            assertThat(RequestId.isValid(node)).isFalse();
            assertThatIllegalArgumentException().isThrownBy(() -> new RequestId(node));
        }
        assertThat(new RequestId(JSON.stringNode("7"))).isNotEqualTo(new RequestId(JSON.numberNode(7)));
    }

    private static JsonRpcMessage failure(JsonNode id) {
        return new JsonRpcResponse.Failure(new RequestId(id), new JsonRpcError(1, "no"));
    }

    private static String write(JsonRpcMessage message) {
        return new String(McpJson.write(message).toArray(), StandardCharsets.UTF_8);
    }
}

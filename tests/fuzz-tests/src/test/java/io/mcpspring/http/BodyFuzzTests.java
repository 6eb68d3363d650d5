package io.mcpspring.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.mcpspring.memory.RequestMemory;
import io.mcpspring.protocol.JsonLimits;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpJson;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpStatus;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** The body of a POST: a message that a strict parser reads in the same way, or a refusal. */
class BodyFuzzTests {

    private static final int MAX_DEPTH = 20;

    private static final MessageReader READER = new MessageReader(new JsonLimits(64 * 1024, MAX_DEPTH));

    /** Reads text rather than bytes, and finds duplicate names while it reads tokens rather than in the tree. */
    private static final JsonMapper STRICT = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAX_DEPTH)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final Set<String> ENVELOPE = Set.of("jsonrpc", "id", "method", "params", "result", "error");

    private static final Set<String> PARAMS = Set.of("_meta", "name", "arguments", "uri", "taskId");

    @FuzzTest
    void aBodyIsReadAsAStrictParserReadsIt(byte[] body) {
        Optional<JsonNode> json = strictly(body);
        PostedMessages payload;
        try {
            payload = READER.read(body, RequestMemory.UNCOUNTED);
        } catch (RequestRefusedException refusal) {
            assertThat(refusal.response().status()).isEqualTo(HttpStatus.BAD_REQUEST);
            assertThat(refusal.failure().error().code()).isIn(JsonRpcError.PARSE_ERROR, JsonRpcError.INVALID_REQUEST);
            assertThat(json.filter(value -> value.isArray() ? isBatch(value) : isMessage(value))
                            // Half a character is valid JSON, but not a valid text.
                            .filter(value -> StandardCharsets.UTF_8.newEncoder().canEncode(value.toString())))
                    .as(
                            "a valid body that was refused: %s",
                            refusal.failure().error().message())
                    .isEmpty();
            return;
        }
        assertThat(json).as("a body that only this reader accepts").isPresent();
        List<JsonNode> sent = json.get().isArray() ? List.copyOf(json.get().values()) : List.of(json.get());
        assertThat(payload.batch()).isEqualTo(json.get().isArray());
        assertThat(!payload.batch() || isBatch(json.get())).isTrue();
        assertThat(payload.messages()).hasSameSizeAs(sent);
        for (int i = 0; i < sent.size(); i++) {
            assertReadAs(sent.get(i), payload.messages().get(i));
        }
    }

    private static Optional<JsonNode> strictly(byte[] body) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString()
                    // A parser may ignore the byte order mark (RFC 8259, 8.1).
                    .replaceFirst("^\uFEFF", "");
            return Optional.of(STRICT.readTree(text))
                    .filter(json -> !json.isMissingNode() && hasExponentsWithinTheLimit(json));
        } catch (CharacterCodingException | JacksonException | NumberFormatException refused) {
            return Optional.empty();
        }
    }

    private static boolean hasExponentsWithinTheLimit(JsonNode json) {
        if (json.isBigDecimal()) {
            BigDecimal number = json.decimalValue();
            return Math.abs((long) number.precision() - number.scale() - 1) <= JsonLimits.MAX_EXPONENT;
        }
        return json.valueStream().allMatch(BodyFuzzTests::hasExponentsWithinTheLimit);
    }

    private static void assertReadAs(JsonNode sent, JsonRpcMessage message) {
        assertThat(!(message instanceof JsonRpcResponse.Failure)).isEqualTo(isMessage(sent));
        if (message instanceof JsonRpcRequest request) {
            assertThat(request.id().value()).isEqualTo(sent.get("id"));
            assertThat(request.method()).isEqualTo(sent.get("method").stringValue());
            assertThat(request.params()).isEqualTo(params(sent));
            // 1e0 is written as 1, which is read as the same number, but as an integer.
            assertThat(READER.read(McpJson.write(request).toArray(), RequestMemory.UNCOUNTED)
                            .messages())
                    .hasToString("[" + request + "]");
        } else if (message instanceof JsonRpcNotification notification) {
            assertThat(sent.has("id")).isFalse();
            assertThat(notification.method()).isEqualTo(sent.get("method").stringValue());
            assertThat(notification.params()).isEqualTo(params(sent));
        } else if (message instanceof JsonRpcResponse.FromClient response) {
            assertThat(sent.has("method")).isFalse();
            assertThat(response.id().value()).isEqualTo(sent.get("id"));
        }
    }

    private static JsonNode params(JsonNode message) {
        return message.path("params").isObject() ? message.get("params") : JsonNodeFactory.instance.objectNode();
    }

    /** Whether JSON is a batch whose messages are read one by one, so that invalid ones do not affect the others. */
    private static boolean isBatch(JsonNode json) {
        return !json.isEmpty() && json.size() <= 100;
    }

    /** Whether JSON is a message of JSON-RPC whose names no reader could understand in another way. */
    private static boolean isMessage(JsonNode json) {
        JsonNode id = json.path("id");
        if (!json.isObject()
                || !json.path("jsonrpc").equals(JsonNodeFactory.instance.stringNode("2.0"))
                || !(id.isMissingNode() || isId(id))
                || isAmbiguous(json, ENVELOPE)) {
            return false;
        }
        if (!json.has("method")) {
            return json.has("id") && json.has("result") != json.has("error");
        }
        JsonNode params = json.path("params");
        return json.get("method").isString()
                && (params.isMissingNode() || params.isNull() || params.isObject())
                && !isAmbiguous(params, PARAMS)
                && params.path("_meta").toString().length() <= 16 * 1024;
    }

    private static boolean isId(JsonNode id) {
        return (id.isString() || id.isIntegralNumber()) && id.asString().length() <= 256;
    }

    private static boolean isAmbiguous(JsonNode object, Set<String> names) {
        return object.propertyNames().stream()
                .filter(name -> !names.contains(name))
                .anyMatch(name -> names.stream().anyMatch(name::equalsIgnoreCase));
    }
}

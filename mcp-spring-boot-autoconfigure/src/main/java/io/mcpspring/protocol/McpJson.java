package io.mcpspring.protocol;

import io.mcpspring.Internal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JacksonSerializable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.TypeSerializer;

/**
 * How messages are written: by a mapper of the protocol's own, so that no setting of the application can break them.
 */
@Internal
public final class McpJson {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final ObjectWriter WRITER = MAPPER.writer();

    private static final byte[] RESULT_START = ascii("{\"jsonrpc\":\"2.0\",\"id\":");

    private static final byte[] RESULT_MEMBER = ascii(",\"result\":");

    private McpJson() {}

    /** A message as UTF-8 bytes on one line. */
    public static MessageBytes write(JsonRpcMessage message) {
        return message instanceof JsonRpcResponse.Success success && success.result() instanceof RenderedResult rendered
                ? MessageBytes.of(beforeResult(success.id()), rendered)
                : MessageBytes.of(WRITER.writeValueAsBytes(new Envelope(message)));
    }

    /** Any value that belongs to a message, as UTF-8 bytes on one line. */
    public static byte[] writeValue(Object value) {
        return WRITER.writeValueAsBytes(value);
    }

    /** Reads JSON that the library wrote or that a developer supplied; not for JSON of clients. */
    public static JsonNode readTree(byte[] utf8) {
        return MAPPER.readTree(utf8);
    }

    /** Reads a value that {@link #writeValue} wrote. */
    public static <T> T readValue(byte[] utf8, Class<T> type) {
        return MAPPER.readValue(utf8, type);
    }

    private static byte[] beforeResult(RequestId id) {
        byte[] idJson = WRITER.writeValueAsBytes(id.value());
        return ByteBuffer.allocate(RESULT_START.length + idJson.length + RESULT_MEMBER.length)
                .put(RESULT_START)
                .put(idJson)
                .put(RESULT_MEMBER)
                .array();
    }

    private static void writeMembers(JsonRpcMessage message, JsonGenerator generator) {
        if (message instanceof JsonRpcResponse.Success success) {
            generator.writePOJOProperty("id", success.id().value());
            generator.writePOJOProperty("result", success.result());
        } else if (message instanceof JsonRpcResponse.Failure failure) {
            if (failure.id() != null) {
                generator.writePOJOProperty("id", failure.id().value());
            }
            generator.writePOJOProperty("error", failure.error());
        } else if (message instanceof JsonRpcNotification notification) {
            generator.writeStringProperty("method", notification.method());
            generator.writePOJOProperty("params", notification.params());
        } else if (message instanceof JsonRpcRequest request) {
            generator.writePOJOProperty("id", request.id().value());
            generator.writeStringProperty("method", request.method());
            generator.writePOJOProperty("params", request.params());
        } else {
            throw new IllegalArgumentException(
                    "A server must not send a " + message.getClass().getSimpleName());
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Lets Jackson write a message into its own buffers, which it uses again. */
    private record Envelope(JsonRpcMessage message) implements JacksonSerializable {

        @Override
        public void serialize(JsonGenerator generator, SerializationContext context) {
            generator.writeStartObject();
            generator.writeStringProperty("jsonrpc", "2.0");
            writeMembers(message, generator);
            generator.writeEndObject();
        }

        @Override
        public void serializeWithType(JsonGenerator generator, SerializationContext context, TypeSerializer type) {
            serialize(generator, context);
        }
    }
}

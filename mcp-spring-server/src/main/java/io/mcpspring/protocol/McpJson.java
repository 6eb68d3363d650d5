package io.mcpspring.protocol;

import io.mcpspring.Internal;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * How messages are written: by a mapper of the protocol's own, so that no setting of the application can break them.
 */
@Internal
public final class McpJson {

    /** What was written can be read again, also a result of the maximum size. */
    private static final StreamReadConstraints ANY_SIZE = StreamReadConstraints.builder()
            .maxStringLength(Integer.MAX_VALUE)
            .maxNameLength(Integer.MAX_VALUE)
            .maxNumberLength(Integer.MAX_VALUE)
            .build();

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(ANY_SIZE)
                    .recyclerPool(JsonBuffers.INSTANCE)
                    .build())
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final ObjectWriter WRITER = MAPPER.writer();

    private McpJson() {}

    /** A message as UTF-8 bytes on one line. */
    public static MessageBytes write(JsonRpcMessage message) {
        if (message instanceof JsonRpcResponse.Success success && success.result() instanceof RenderedResult rendered) {
            String start = "{\"jsonrpc\":\"2.0\",\"id\":" + success.id() + ",\"result\":";
            return MessageBytes.of(start.getBytes(StandardCharsets.UTF_8), rendered);
        }
        return MessageBytes.of(WRITER.writeValueAsBytes(message));
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
}

package io.mcpspring.protocol;

import io.mcpspring.Internal;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
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

    private static final byte[] RESULT_START = ascii("{\"jsonrpc\":\"2.0\",\"id\":");

    private static final byte[] RESULT_MEMBER = ascii(",\"result\":");

    /** Size up to which Jackson writes into a buffer that it uses again. */
    private static final int MAX_REUSED_BYTES = 2000;

    /** Size of most messages without texts and structured content. */
    private static final int MAX_ENVELOPE_BYTES = 300;

    /** Larger messages are written to clients in parts, from an array of exactly their size. */
    private static final int MAX_EXPECTED_BYTES = 100 * 1024;

    private McpJson() {}

    /** A message as UTF-8 bytes on one line. */
    public static MessageBytes write(JsonRpcMessage message) {
        if (message instanceof JsonRpcResponse.Success success) {
            if (success.result() instanceof RenderedResult rendered) {
                return MessageBytes.of(beforeResult(success.id()), rendered);
            }
            long size = expectedSize(success.result());
            if (size > MAX_REUSED_BYTES && size <= MAX_EXPECTED_BYTES) {
                MessageOutput output = new MessageOutput((int) size);
                WRITER.writeValue(output, message);
                return output.toMessage();
            }
        }
        return MessageBytes.of(WRITER.writeValueAsBytes(message));
    }

    /** Returns about how many bytes a result of texts and structured content has; 0 for others. */
    private static long expectedSize(McpResult result) {
        if (result instanceof ModernResult modern) {
            return expectedSize(modern.result());
        }
        if (!(result instanceof CallToolResult ofTool)) {
            return 0;
        }
        long size = ofTool.structuredContent() instanceof JsonValue json ? json.utf8().length : 0;
        for (Content content : ofTool.content()) {
            if (!(content instanceof TextContent text)) {
                return 0;
            }
            // Escapes make it longer, mostly those of quotes.
            size += text.text().length() * 5L / 4;
        }
        return size + MAX_ENVELOPE_BYTES;
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

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** An array of about the size of a message, which is not copied. */
    private static final class MessageOutput extends ByteArrayOutputStream {

        MessageOutput(int size) {
            super(size);
        }

        MessageBytes toMessage() {
            return MessageBytes.of(buf, count);
        }
    }
}

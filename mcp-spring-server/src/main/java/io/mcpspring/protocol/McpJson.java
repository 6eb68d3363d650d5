package io.mcpspring.protocol;

import io.mcpspring.Internal;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

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

    /** The mapper of the protocol. */
    public static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(ANY_SIZE)
                    .recyclerPool(JsonBuffers.INSTANCE)
                    .build())
            .addModule(new SimpleModule(McpJson.class.getName())
                    .addSerializer(Throwable.class, new Refused())
                    .addSerializer(File.class, new Refused())
                    .addSerializer(Path.class, new Refused()))
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private static final ObjectWriter WRITER = MAPPER.writer();

    /** Size up to which Jackson writes into a buffer that it uses again. */
    private static final int MAX_REUSED_BYTES = 2000;

    /** More than a message has besides its text and data. */
    private static final int ENVELOPE_BYTES = 500;

    /** Larger messages are written to clients in parts, from an array of exactly their size. */
    private static final int MAX_EXPECTED_BYTES = 100 * 1024;

    private McpJson() {}

    /** A message as UTF-8 bytes on one line. */
    public static MessageBytes write(JsonRpcMessage message) {
        if (message instanceof JsonRpcResponse.Success success && success.result() instanceof RenderedResult rendered) {
            String start = "{\"jsonrpc\":\"2.0\",\"id\":" + success.id() + ",\"result\":";
            return MessageBytes.of(start.getBytes(StandardCharsets.UTF_8), rendered);
        }
        int size = message instanceof JsonRpcResponse.Success success ? expectedSize(success.result()) : 0;
        if (size <= MAX_REUSED_BYTES || size > MAX_EXPECTED_BYTES) {
            return MessageBytes.of(WRITER.writeValueAsBytes(message));
        }
        MessageOutput output = new MessageOutput(size);
        WRITER.writeValue(output, message);
        return output.message();
    }

    /** Returns about how many bytes the result of a tool has if it consists of texts and data; 0 for others. */
    private static int expectedSize(McpResult result) {
        if (result instanceof ModernResult modern) {
            return expectedSize(modern.result());
        }
        if (!(result instanceof CallToolResult ofTool)
                || ofTool.content().size() != 1
                || !(ofTool.content().get(0) instanceof TextContent text)) {
            return 0;
        }
        int data = ofTool.structuredContent() instanceof JsonValue json ? json.utf8().length : 0;
        // Escapes make the text longer, mostly those of quotes.
        return (int) Math.min(MAX_EXPECTED_BYTES + 1L, text.text().length() * 5L / 4 + data + ENVELOPE_BYTES);
    }

    /** Refuses values that applications put into messages, although they show clients the inside of the server. */
    private static final class Refused extends ValueSerializer<Object> {

        @Override
        public void serialize(Object value, JsonGenerator generator, SerializationContext context) {
            throw new IllegalArgumentException(
                    "A message must not contain a " + value.getClass().getName());
        }
    }

    /** Keeps what is written in the array to which it was written. */
    private static final class MessageOutput extends ByteArrayOutputStream {

        MessageOutput(int size) {
            super(size);
        }

        MessageBytes message() {
            return MessageBytes.of(ByteBuffer.wrap(buf, 0, count));
        }
    }

    /** Any value that belongs to a message, as UTF-8 bytes on one line. */
    public static byte[] writeValue(Object value) {
        return WRITER.writeValueAsBytes(value);
    }

    /** Reads JSON that the library wrote or that a developer supplied; not for JSON of clients. */
    public static JsonNode readTree(byte[] utf8) {
        return MAPPER.readTree(utf8);
    }

    /** Returns a parser of JSON that the library or the application wrote. */
    public static JsonParser parser(byte[] utf8) {
        return MAPPER.tokenStreamFactory().createParser(ObjectReadContext.empty(), utf8);
    }

    /** Reads a value that {@link #writeValue} wrote. */
    public static <T> T readValue(byte[] utf8, Class<T> type) {
        return MAPPER.readValue(utf8, type);
    }
}

package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import io.mcpspring.Internal;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.io.SerializedString;
import tools.jackson.databind.JacksonSerializable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.jsontype.TypeSerializer;

/** A JSON value that was written once, and is copied wherever it belongs. */
@Internal
public final class JsonValue implements JacksonSerializable {

    private final byte[] utf8;

    private @Nullable String text;

    private JsonValue(byte[] utf8) {
        this.utf8 = utf8;
    }

    /** A value from its UTF-8 bytes, which must be one valid JSON value on one line; not copied. */
    public static JsonValue ofUtf8(byte[] utf8) {
        return new JsonValue(utf8);
    }

    /** A value as the protocol's mapper writes it. */
    public static JsonValue of(Object value) {
        return new JsonValue(McpJson.writeValue(value));
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static JsonValue ofTree(JsonNode tree) {
        return of(tree);
    }

    /** The value as a tree; parsed on each call. */
    public JsonNode tree() {
        return McpJson.readTree(utf8);
    }

    /** The value as text; always the same object. */
    public String text() {
        String known = text;
        if (known == null) {
            known = new String(utf8, StandardCharsets.UTF_8);
            this.text = known;
        }
        return known;
    }

    /** The UTF-8 bytes; not copied. */
    public byte[] utf8() {
        return utf8;
    }

    @Override
    public void serialize(JsonGenerator generator, SerializationContext context) {
        if (generator.streamWriteOutputTarget() == null) {
            // A tree, or a value that is converted.
            context.writeTree(generator, tree());
        } else {
            generator.writeRawValue(new Written(this));
        }
    }

    @Override
    public void serializeWithType(JsonGenerator generator, SerializationContext context, TypeSerializer type) {
        serialize(generator, context);
    }

    @Override
    public String toString() {
        return text();
    }

    /** Lets a generator copy the bytes, which the superclass would encode again. */
    private static final class Written extends SerializedString {

        Written(JsonValue value) {
            super(value.text());
            this._unquotedUTF8Ref = value.utf8;
        }
    }
}

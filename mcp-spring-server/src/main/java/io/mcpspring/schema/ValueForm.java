package io.mcpspring.schema;

import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsonFormatVisitors.JsonArrayFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonBooleanFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsonFormatVisitors.JsonIntegerFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonMapFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonNumberFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonObjectFormatVisitor;
import tools.jackson.databind.jsonFormatVisitors.JsonStringFormatVisitor;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.bean.BeanAsArraySerializer;
import tools.jackson.databind.ser.jackson.RawSerializer;
import tools.jackson.databind.ser.std.StdScalarSerializer;
import tools.jackson.databind.ser.std.ToStringSerializerBase;

/**
 * The kind of value that a Jackson serializer writes: reported by the serializer or, for types whose form depends on
 * settings, derived from a written sample.
 *
 * @param kind the kind of JSON value
 * @param type the Java type behind it: not the declared one if the serializer writes another in its place
 */
record ValueForm(
        Kind kind,
        JavaType type,
        @Nullable String format,
        @Nullable String example) {

    enum Kind {
        STRING,
        INTEGER,
        NUMBER,
        BOOLEAN,
        MIXTURE,
        BINARY,
        ITEMS,
        ENTRIES,
        MEMBERS,
        ANYTHING
    }

    /** What the serializer writes for the type. */
    static ValueForm of(ValueSerializer<Object> serializer, JavaType type, JsonMapper mapper) {
        if (serializer instanceof BeanAsArraySerializer) {
            return new ValueForm(Kind.MIXTURE, type, null, null);
        }
        if (serializer instanceof RawSerializer || isUnknown(serializer)) {
            return new ValueForm(Kind.ANYTHING, type, null, null);
        }
        Object sample = SampleValues.of(type.getRawClass());
        return sample == null ? reported(serializer, type, mapper) : sampled(serializer, sample, type, mapper);
    }

    /** Whether it is a scalar serializer of the application that has inherited the report that it writes text. */
    private static boolean isUnknown(ValueSerializer<?> serializer) {
        return serializer instanceof StdScalarSerializer
                && !(serializer instanceof ToStringSerializerBase)
                && !JacksonModel.isJacksonsOwn(serializer);
    }

    /** The schema of a value without inner types; null for the other kinds. */
    @Nullable
    ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        switch (kind) {
            case STRING, INTEGER, NUMBER, BOOLEAN ->
                schema.put("type", kind.name().toLowerCase(Locale.ROOT));
            case BINARY -> schema.put("type", "string").put("contentEncoding", "base64");
            case MIXTURE -> schema.put("type", "array");
            case ANYTHING -> {}
            default -> {
                return null;
            }
        }
        if (format != null) {
            schema.put("format", format);
        }
        return schema;
    }

    private static ValueForm sampled(
            ValueSerializer<Object> serializer, Object sample, JavaType type, JsonMapper mapper) {
        StringWriter written = new StringWriter();
        try (JsonGenerator generator = mapper.createGenerator(written)) {
            mapper._serializationContext().serializeValue(generator, sample, type, serializer);
        }
        JsonNode value = JsonMapper.shared().readTree(written.toString());
        if (value.isString()) {
            return text(type, value.stringValue());
        }
        return new ValueForm(kind(value), type, null, null);
    }

    private static Kind kind(JsonNode value) {
        if (value.isArray()) {
            return Kind.MIXTURE;
        }
        if (value.isIntegralNumber()) {
            return Kind.INTEGER;
        }
        return value.isNumber() ? Kind.NUMBER : Kind.ANYTHING;
    }

    /** The format that a type has as text; null if it has none. */
    static @Nullable String format(JavaType type, Function<Object, String> writer) {
        Object sample = SampleValues.of(type.getRawClass());
        return sample == null ? null : SampleValues.format(type.getRawClass(), writer.apply(sample));
    }

    private static ValueForm text(JavaType type, String written) {
        String format = SampleValues.format(type.getRawClass(), written);
        if (format != null) {
            return new ValueForm(Kind.STRING, type, format, null);
        }
        if (type.hasRawClass(byte[].class) || type.hasRawClass(ByteBuffer.class)) {
            return new ValueForm(Kind.BINARY, type, null, null);
        }
        return new ValueForm(Kind.STRING, type, null, type.isArrayType() ? null : written);
    }

    private static ValueForm reported(ValueSerializer<Object> serializer, JavaType type, JsonMapper mapper) {
        Answer answer = new Answer(type, mapper._serializationContext());
        serializer.acceptJsonFormatVisitor(answer, type);
        return new ValueForm(answer.kind, answer.type, null, null);
    }

    /** Records the kind of value that a serializer reports. */
    private static final class Answer extends JsonFormatVisitorWrapper.Base {

        private Kind kind = Kind.ANYTHING;
        private JavaType type;

        Answer(JavaType type, SerializationContext context) {
            super(context);
            this.type = type;
        }

        private <T> @Nullable T note(Kind noted, @Nullable JavaType hint) {
            kind = noted;
            type = hint == null ? type : hint;
            return null;
        }

        @Override
        public @Nullable JsonObjectFormatVisitor expectObjectFormat(JavaType hint) {
            return note(Kind.MEMBERS, hint);
        }

        @Override
        public @Nullable JsonArrayFormatVisitor expectArrayFormat(JavaType hint) {
            return note(Kind.ITEMS, hint);
        }

        @Override
        public @Nullable JsonMapFormatVisitor expectMapFormat(JavaType hint) {
            return note(Kind.ENTRIES, hint);
        }

        @Override
        public @Nullable JsonStringFormatVisitor expectStringFormat(JavaType hint) {
            return note(Kind.STRING, hint);
        }

        @Override
        public @Nullable JsonNumberFormatVisitor expectNumberFormat(JavaType hint) {
            return note(Kind.NUMBER, hint);
        }

        @Override
        public @Nullable JsonIntegerFormatVisitor expectIntegerFormat(JavaType hint) {
            return note(Kind.INTEGER, hint);
        }

        @Override
        public @Nullable JsonBooleanFormatVisitor expectBooleanFormat(JavaType hint) {
            return note(Kind.BOOLEAN, hint);
        }
    }
}

package io.mcpspring.schema;

import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.ValueInstantiator;
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
 * The form of the values that a Jackson serializer writes: reported by the serializer or, for types whose form depends
 * on settings, derived from a written sample.
 *
 * @param kind whether they have inner values
 * @param type the Java type behind it: not the declared one if the serializer writes another in its place
 * @param schema the schema of scalars
 */
record ValueForm(Kind kind, JavaType type, ObjectNode schema) {

    /** Of these, Jackson's module for Kotlin reports no form. */
    private static final Set<String> UNSIGNED = Set.of("kotlin.UByte", "kotlin.UShort", "kotlin.UInt", "kotlin.ULong");

    enum Kind {
        /** A value without inner types; an array if these are of many kinds. */
        SCALAR,
        ITEMS,
        ENTRIES,
        MEMBERS
    }

    /** What the serializer writes for the type. */
    static ValueForm of(ValueSerializer<Object> serializer, JavaType type, JsonMapper mapper) {
        if (serializer instanceof BeanAsArraySerializer) {
            return new ValueForm(Kind.SCALAR, type, schema("array"));
        }
        if (serializer instanceof RawSerializer || isUnknown(serializer)) {
            return new ValueForm(Kind.SCALAR, type, schema(""));
        }
        if (UNSIGNED.contains(type.getRawClass().getName())) {
            return new ValueForm(Kind.SCALAR, type, schema("integer").put("minimum", 0));
        }
        Object sample = SampleValues.of(type.getRawClass());
        if (sample == null) {
            Answer answer = new Answer(type, mapper._serializationContext());
            serializer.acceptJsonFormatVisitor(answer, type);
            return answer.form;
        }
        JsonNode value = written(sample, type, serializer, mapper);
        ObjectNode schema = value.isString() ? text(type, value.stringValue()) : schema(kind(value));
        return new ValueForm(Kind.SCALAR, type, schema);
    }

    /** Whether it is a scalar serializer of the application that has inherited the report that it writes text. */
    private static boolean isUnknown(ValueSerializer<?> serializer) {
        return serializer instanceof StdScalarSerializer
                && !(serializer instanceof ToStringSerializerBase)
                && !JacksonModel.isJacksonsOwn(serializer);
    }

    /** Whether the values are scalars of a type of JSON Schema. */
    boolean is(String name) {
        return schema.path("type").asString("").equals(name);
    }

    static JsonNode written(Object value, JavaType type, ValueSerializer<Object> serializer, JsonMapper mapper) {
        StringWriter written = new StringWriter();
        try (JsonGenerator generator = mapper.createGenerator(written)) {
            mapper._serializationContext().serializeValue(generator, value, type, serializer);
        }
        return JsonMapper.shared().readTree(written.toString());
    }

    private static ObjectNode schema(String kind) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        if (kind.equals("array")) {
            return SchemaParts.array(schema);
        }
        return kind.isEmpty() ? schema : schema.put("type", kind);
    }

    private static String kind(JsonNode value) {
        if (value.isArray()) {
            return "array";
        }
        if (value.isIntegralNumber()) {
            return "integer";
        }
        return value.isNumber() ? "number" : "";
    }

    private static ObjectNode text(JavaType type, String written) {
        ObjectNode schema = schema("string");
        String format = SampleValues.format(type.getRawClass(), written);
        if (format != null) {
            schema.put("format", format);
        } else if (type.hasRawClass(byte[].class) || type.hasRawClass(ByteBuffer.class)) {
            schema.put("contentEncoding", "base64");
        } else if (!type.isArrayType()) {
            schema.putArray("examples").add(written);
        }
        return schema;
    }

    /** Records the kind of value that a serializer reports. */
    private static final class Answer extends JsonFormatVisitorWrapper.Base {

        private ValueForm form;

        Answer(JavaType type, SerializationContext context) {
            super(context);
            this.form = new ValueForm(Kind.SCALAR, type, schema(""));
        }

        private <T> @Nullable T note(Kind kind, String name, @Nullable JavaType hint) {
            form = new ValueForm(kind, hint == null ? form.type() : hint, schema(name));
            return null;
        }

        @Override
        public @Nullable JsonObjectFormatVisitor expectObjectFormat(JavaType hint) {
            return note(Kind.MEMBERS, "", hint);
        }

        @Override
        public @Nullable JsonArrayFormatVisitor expectArrayFormat(JavaType hint) {
            return note(Kind.ITEMS, "", hint);
        }

        @Override
        public @Nullable JsonMapFormatVisitor expectMapFormat(JavaType hint) {
            return note(Kind.ENTRIES, "", hint);
        }

        @Override
        public @Nullable JsonStringFormatVisitor expectStringFormat(JavaType hint) {
            return note(Kind.SCALAR, "string", hint);
        }

        @Override
        public @Nullable JsonNumberFormatVisitor expectNumberFormat(JavaType hint) {
            return note(Kind.SCALAR, "number", hint);
        }

        @Override
        public @Nullable JsonIntegerFormatVisitor expectIntegerFormat(JavaType hint) {
            return note(Kind.SCALAR, "integer", hint);
        }

        @Override
        public @Nullable JsonBooleanFormatVisitor expectBooleanFormat(JavaType hint) {
            return note(Kind.SCALAR, "boolean", hint);
        }
    }

    /** Returns the schema of the scalar of which a type is created; {@code null} if there is none. */
    @Nullable
    ObjectNode ofCreator(ValueInstantiator creator) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        if (creator.canCreateFromString()) {
            return is("string") ? schema() : schema.put("type", "string");
        }
        if (creator.canCreateFromInt() || creator.canCreateFromLong() || creator.canCreateFromBigInteger()) {
            return schema.put("type", "integer");
        }
        if (creator.canCreateFromDouble() || creator.canCreateFromBigDecimal()) {
            return schema.put("type", "number");
        }
        return creator.canCreateFromBoolean() ? schema.put("type", "boolean") : null;
    }
}

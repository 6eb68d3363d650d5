package io.mcpspring.schema;

import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.time.MonthDay;
import java.time.Year;
import java.util.Locale;
import java.util.Set;
import java.util.stream.BaseStream;
import java.util.stream.Stream;
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
import tools.jackson.databind.ser.std.ToStringSerializerBase;

/**
 * The form of the values that a serializer writes, as it reports it to Jackson's visitor of formats. What a serializer
 * of the application writes is unknown.
 *
 * @param type the Java type behind it: not the declared one if the serializer writes another in its place
 */
record ValueForm(Kind kind, JavaType type) {

    /** Of these, Jackson's module for Kotlin reports no form. */
    private static final Set<String> UNSIGNED = Set.of("kotlin.UByte", "kotlin.UShort", "kotlin.UInt", "kotlin.ULong");

    enum Kind {
        UNKNOWN,
        STRING,
        INTEGER,
        NUMBER,
        BOOLEAN,
        /** An array of which nothing else is known. */
        ARRAY,
        ITEMS,
        ENTRIES,
        MEMBERS;

        /** Whether the values do not have parts that have schemas. */
        boolean isScalar() {
            return this != UNKNOWN && compareTo(ARRAY) <= 0;
        }
    }

    static ValueForm of(ValueSerializer<?> serializer, JavaType type, SerializationContext context) {
        if (serializer instanceof BeanAsArraySerializer) {
            return new ValueForm(Kind.ARRAY, type);
        }
        // The last one is the base of serializers of the application that write texts.
        boolean known = TypeSchemas.isJacksonsOwn(serializer) || serializer instanceof ToStringSerializerBase;
        if (serializer instanceof RawSerializer || !known) {
            return new ValueForm(Kind.UNKNOWN, type);
        }
        if (isUnsigned(type)) {
            return new ValueForm(Kind.INTEGER, type);
        }
        boolean text = Stream.of(byte[].class, char[].class, MonthDay.class).anyMatch(type::hasRawClass);
        if (text || type.isTypeOrSubTypeOf(ByteBuffer.class)) {
            // Jackson reports arrays.
            return new ValueForm(Kind.STRING, type);
        }
        if (type.isTypeOrSubTypeOf(BaseStream.class)) {
            return new ValueForm(Kind.ITEMS, type);
        }
        Report report = new Report(type, context);
        serializer.acceptJsonFormatVisitor(report, type);
        boolean time = type.getRawClass().getName().startsWith("java.time.");
        return time ? report.form.ofTime(type) : report.form;
    }

    /** Numbers of times may have fractions, and arrays a text for the offset, although Jackson reports integers. */
    private ValueForm ofTime(JavaType time) {
        if (kind == Kind.ITEMS) {
            return new ValueForm(Kind.ARRAY, time);
        }
        return kind == Kind.INTEGER && !time.hasRawClass(Year.class) ? new ValueForm(Kind.NUMBER, time) : this;
    }

    private static boolean isUnsigned(JavaType type) {
        return UNSIGNED.contains(type.getRawClass().getName());
    }

    /** The schema of scalars. */
    ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        if (kind == Kind.ARRAY) {
            return SchemaParts.array(schema);
        }
        schema.put("type", kind.name().toLowerCase(Locale.ROOT));
        return kind == Kind.INTEGER && isUnsigned(type) ? schema.put("minimum", 0) : schema;
    }

    /** Returns the schema of the scalar of which a type is created; {@code null} if there is none. */
    static @Nullable ObjectNode ofCreator(ValueInstantiator creator) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        if (creator.canCreateFromString()) {
            return schema.put("type", "string");
        }
        if (creator.canCreateFromInt() || creator.canCreateFromLong() || creator.canCreateFromBigInteger()) {
            return schema.put("type", "integer");
        }
        if (creator.canCreateFromDouble() || creator.canCreateFromBigDecimal()) {
            return schema.put("type", "number");
        }
        return creator.canCreateFromBoolean() ? schema.put("type", "boolean") : null;
    }

    /** Returns a constant as a serializer writes it, without the name of its type. */
    static JsonNode written(Object constant, JavaType type, ValueSerializer<?> serializer, JsonMapper mapper) {
        StringWriter written = new StringWriter();
        try (JsonGenerator generator = mapper.createGenerator(written)) {
            @SuppressWarnings("unchecked")
            ValueSerializer<Object> found = (ValueSerializer<Object>) serializer;
            mapper._serializationContext().serializeValue(generator, constant, type, found);
        }
        return JsonMapper.shared().readTree(written.toString());
    }

    /** Records what a serializer reports. */
    private static final class Report extends JsonFormatVisitorWrapper.Base {

        private ValueForm form;

        Report(JavaType type, SerializationContext context) {
            super(context);
            this.form = new ValueForm(Kind.UNKNOWN, type);
        }

        private <T> @Nullable T note(Kind kind, @Nullable JavaType hint) {
            form = new ValueForm(kind, hint == null ? form.type : hint);
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

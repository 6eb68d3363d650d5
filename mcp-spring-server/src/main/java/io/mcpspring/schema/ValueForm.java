package io.mcpspring.schema;

import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.time.MonthDay;
import java.time.Year;
import java.util.Set;
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
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitable;
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
 * @param name the type of scalars in JSON Schema; empty if they may be anything
 * @param type the Java type behind it: not the declared one if the serializer writes another in its place
 * @param content what writes the elements; {@code null} if it depends on their type
 */
record ValueForm(
        Kind kind, String name, JavaType type, @Nullable ValueSerializer<?> content) {

    /** Of these, Jackson's module for Kotlin reports no form. */
    private static final Set<String> UNSIGNED = Set.of("kotlin.UByte", "kotlin.UShort", "kotlin.UInt", "kotlin.ULong");

    enum Kind {
        SCALAR,
        ITEMS,
        ENTRIES,
        MEMBERS
    }

    static ValueForm of(ValueSerializer<?> serializer, JavaType type, SerializationContext context) {
        if (serializer instanceof BeanAsArraySerializer) {
            return scalar("array", type);
        }
        if (serializer instanceof RawSerializer || !isKnown(serializer)) {
            return scalar("", type);
        }
        if (UNSIGNED.contains(type.getRawClass().getName())) {
            return scalar("integer", type);
        }
        boolean text = Stream.of(byte[].class, char[].class, MonthDay.class).anyMatch(type::hasRawClass);
        if (text || type.isTypeOrSubTypeOf(ByteBuffer.class)) {
            // Jackson reports arrays.
            return scalar("string", type);
        }
        Report report = new Report(type, context);
        serializer.acceptJsonFormatVisitor(report, type);
        boolean time = type.getRawClass().getName().startsWith("java.time.");
        return time ? report.form.ofTime(type) : report.form;
    }

    /** Numbers of times may have fractions, and arrays a text for the offset, although Jackson reports integers. */
    private ValueForm ofTime(JavaType time) {
        if (kind == Kind.ITEMS) {
            return scalar("array", time);
        }
        return name.equals("integer") && !time.hasRawClass(Year.class) ? scalar("number", time) : this;
    }

    private static ValueForm scalar(String name, JavaType type) {
        return new ValueForm(Kind.SCALAR, name, type, null);
    }

    /** Whether a serializer is one of Jackson, or writes texts by way of one. */
    private static boolean isKnown(ValueSerializer<?> serializer) {
        return TypeSchemas.isJacksonsOwn(serializer) || serializer instanceof ToStringSerializerBase;
    }

    boolean isUnknown() {
        return kind == Kind.SCALAR && name.isEmpty();
    }

    /** The schema of scalars. */
    ObjectNode schema() {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        if (name.equals("array")) {
            return SchemaParts.array(schema);
        }
        if (UNSIGNED.contains(type.getRawClass().getName()) && name.equals("integer")) {
            schema.put("type", name).put("minimum", 0);
        }
        return name.isEmpty() ? schema : schema.put("type", name);
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
            this.form = scalar("", type);
        }

        private <T> @Nullable T note(Kind kind, String name, @Nullable JavaType hint) {
            form = new ValueForm(kind, name, hint == null ? form.type : hint, null);
            return null;
        }

        private void content(JsonFormatVisitable handler) {
            form = new ValueForm(
                    form.kind, form.name, form.type, handler instanceof ValueSerializer<?> found ? found : null);
        }

        @Override
        public @Nullable JsonObjectFormatVisitor expectObjectFormat(JavaType hint) {
            return note(Kind.MEMBERS, "", hint);
        }

        @Override
        public JsonArrayFormatVisitor expectArrayFormat(JavaType hint) {
            note(Kind.ITEMS, "", hint);
            return new JsonArrayFormatVisitor.Base(getContext()) {
                @Override
                public void itemsFormat(JsonFormatVisitable handler, JavaType elementType) {
                    content(handler);
                }
            };
        }

        @Override
        public JsonMapFormatVisitor expectMapFormat(JavaType hint) {
            note(Kind.ENTRIES, "", hint);
            return new JsonMapFormatVisitor.Base(getContext()) {
                @Override
                public void valueFormat(JsonFormatVisitable handler, JavaType valueType) {
                    content(handler);
                }
            };
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
}

package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.core.Nullness;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.StdConvertingSerializer;

/** How properties are written if their own annotations make that differ from their types. */
record OwnShapes(JacksonModel model) {

    /**
     * Returns the shape of a property; null if it is that of its type.
     *
     * @param serializer the serializer of the property, if it is already known
     */
    @Nullable
    JsonShape of(@Nullable ValueSerializer<Object> serializer, BeanProperty property) {
        // Jackson adds or expects the name of a type in the first case, and writes an element without its array in the
        // second.
        if (property.getAnnotation(JsonTypeInfo.class) != null || model.unwrapsSingleElement(property)) {
            return new JsonShape.Plain(anything());
        }
        AnnotatedMember member = property.getMember();
        boolean converted = member != null && model.convertsContent(member);
        JavaType type = property.getType();
        ObjectNode schema =
                schema(serializer != null ? serializer : serializer(type, property), property, type, converted);
        return schema == null ? null : new JsonShape.Plain(schema);
    }

    /** Jackson applies the annotations of a property to the elements or the content of its value as well. */
    private @Nullable ObjectNode schema(
            ValueSerializer<Object> serializer, BeanProperty property, JavaType type, boolean converted) {
        if (!JacksonModel.isJacksonsOwn(serializer) || !hasContent(type)) {
            return scalar(serializer, ValueForm.of(serializer, type, model.mapper), type);
        }
        if (type.isReferenceType()) {
            return content(property, type.getReferencedType(), converted);
        }
        ValueForm form = ValueForm.of(serializer, type, model.mapper);
        boolean items = form.kind() == ValueForm.Kind.ITEMS;
        if (!items && form.kind() != ValueForm.Kind.ENTRIES) {
            return scalar(serializer, form, type);
        }
        ObjectNode content = content(property, type.getContentType(), converted);
        return content == null ? null : container(type, items, content);
    }

    /** The elements of arrays of primitives are always written in the same way. */
    private static boolean hasContent(JavaType type) {
        return type.isReferenceType()
                || type.isContainerType() && !type.getContentType().isPrimitive();
    }

    private @Nullable ObjectNode content(BeanProperty property, JavaType type, boolean converted) {
        return converted ? anything() : schema(serializer(type, property), property, type, false);
    }

    private ObjectNode container(JavaType type, boolean items, ObjectNode content) {
        boolean nullable =
                model.nullableContent(Nullness.UNSPECIFIED) || JacksonModel.isOptional(type.getContentType());
        ObjectNode each = nullable && !content.isEmpty() ? ShapeDefinitions.orNull(content) : content;
        ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", items ? "array" : "object");
        ObjectNode names = type.isMapLikeType() ? model.names(type.getKeyType()) : null;
        if (names != null) {
            schema.set("propertyNames", names);
        }
        schema.set(items ? "items" : "additionalProperties", each);
        return schema;
    }

    private @Nullable ObjectNode scalar(ValueSerializer<Object> serializer, ValueForm form, JavaType type) {
        if (JacksonModel.isTree(type) || type.isJavaLangObject()) {
            return null;
        }
        // The form is that of the type that a converter returns, of which nothing else is known here.
        if (serializer instanceof StdConvertingSerializer && form.schema() == null) {
            return anything();
        }
        ValueForm usual = model.written(type);
        boolean same = form.kind() == usual.kind() && Objects.equals(form.format(), usual.format());
        return same && !isChosenHere(serializer, type) ? null : model.schema(form);
    }

    /** A serializer of the application may write other texts than the constants of an enum. */
    private boolean isChosenHere(ValueSerializer<Object> serializer, JavaType type) {
        return !JacksonModel.isJacksonsOwn(serializer)
                && serializer.getClass() != model.serializer(type).getClass();
    }

    private ValueSerializer<Object> serializer(JavaType type, BeanProperty property) {
        return model.writing().findPrimaryPropertySerializer(type, property);
    }

    private static ObjectNode anything() {
        return JsonNodeFactory.instance.objectNode();
    }
}

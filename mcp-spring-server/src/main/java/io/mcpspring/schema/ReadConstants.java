package io.mcpspring.schema;

import io.mcpspring.validation.OtherForms;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The constants of an enum as Jackson reads them. */
record ReadConstants(JsonMapper mapper, Value<ValueDeserializer<?>> value) {

    /** The constants; {@code null} if they are not scalars, or if only a method that creates them knows their texts. */
    @Nullable
    ObjectNode schema() {
        JavaType type = value.type();
        Enum<?>[] constants = (Enum<?>[]) type.getRawClass().getEnumConstants();
        boolean named = Stream.of(constants)
                .anyMatch(constant -> isReadAs(constant, mapper.valueToTree(constant))
                        || isReadAs(constant, StringNode.valueOf(constant.name())));
        ObjectNode schema = named || constants.length == 0
                ? SchemaParts.enumeration(
                        Stream.of(constants).map(this::constant).distinct().toList())
                : null;
        if (schema != null) {
            addAliases(constants, schema);
        }
        return schema;
    }

    private void addAliases(Enum<?>[] constants, ObjectNode schema) {
        DeserializationConfig config = mapper.deserializationConfig();
        AnnotationIntrospector introspector = config.getAnnotationIntrospector();
        String[][] aliases = new String[constants.length][];
        introspector.findEnumAliases(
                config,
                config.classIntrospectorInstance().introspectClassAnnotations(value.type()),
                constants,
                aliases);
        for (int i = 0; i < constants.length; i++) {
            if (aliases[i] != null) {
                OtherForms.add(
                        schema, List.of(aliases[i]), constant(constants[i]).asString());
            }
        }
    }

    /** Returns a constant as it is written, or its name if it cannot be read like that. */
    JsonNode constant(Object constant) {
        SerializationContext writing = mapper._serializationContext();
        JsonNode written = ValueForm.written(
                constant, value.type(), writing.findPrimaryPropertySerializer(value.type(), value.property()), mapper);
        boolean read = !written.isValueNode() || written.isNull() || isReadAs(constant, mapper.valueToTree(constant));
        return read ? written : StringNode.valueOf(((Enum<?>) constant).name());
    }

    private boolean isReadAs(Object constant, JsonNode text) {
        try {
            return constant.equals(mapper.readerFor(value.type()).readValue(text));
        } catch (RuntimeException unreadable) {
            return false;
        }
    }
}

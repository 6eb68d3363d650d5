package io.mcpspring.schema;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** The constants of an enum as Jackson reads them. */
record ReadConstants(JsonMapper mapper, Value value) {

    /** The constants; {@code null} if they are not scalars, or if only a method that creates them knows their texts. */
    @Nullable
    ObjectNode schema() {
        Enum<?>[] constants = (Enum<?>[]) value.type().getRawClass().getEnumConstants();
        boolean named = Stream.of(constants)
                .anyMatch(constant -> isReadAs(constant, mapper.valueToTree(constant))
                        || isReadAs(constant, StringNode.valueOf(constant.name())));
        return named || constants.length == 0
                ? SchemaParts.enumeration(Stream.of(constants).map(this::constant))
                : null;
    }

    /** Returns a constant as it is written, or its name if it cannot be read like that. */
    private JsonNode constant(Object constant) {
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

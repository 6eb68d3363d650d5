package io.mcpspring.schema;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;

/**
 * A value to be described.
 *
 * @param coder the deserializer that reads it, or the serializer that writes it; {@code null} if it may be anything
 * @param use how the code declares the type
 * @param property the property of which it is the value or an element, whose annotations apply to it
 */
record Value(
        @Nullable Object coder,
        JavaType type,
        TypeUse use,
        @Nullable BeanProperty property) {

    /** The coder of a value that cannot be just anything. */
    Object requiredCoder() {
        return Objects.requireNonNull(coder);
    }
}

package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.MapperConfig;

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

    /** How annotations of its property, or the mapper, let the value be written and read. */
    JsonFormat.Value format(MapperConfig<?> config) {
        Class<?> raw = type.getRawClass();
        return property == null ? config.getDefaultPropertyFormat(raw) : property.findPropertyFormat(config, raw);
    }

    /** The coder of a value that cannot be just anything. */
    Object requiredCoder() {
        return Objects.requireNonNull(coder);
    }
}

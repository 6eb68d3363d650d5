package io.mcpspring.tool;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;

/**
 * A property as Jackson reads or writes it.
 *
 * @param name its name in JSON
 * @param declaration the field, getter or setter that carries its annotations
 * @param shape how the property itself is read or written if that differs from its type
 * @param required whether it is always there
 * @param nullable whether it may be {@code null}
 * @param promised whether it is required, or not nullable, only because the code says so
 */
record JacksonProperty(
        String name,
        JavaType type,
        @Nullable Declaration declaration,
        @Nullable JsonShape shape,
        @Nullable String description,
        boolean required,
        boolean nullable,
        boolean promised) {

    /** The member of a class that stands for a property; exactly one is given. */
    record Declaration(@Nullable Field field, @Nullable Method getter, @Nullable Method setter) {}

    JacksonProperty withName(String other) {
        return new JacksonProperty(other, type, declaration, shape, description, required, nullable, promised);
    }

    JacksonProperty optional() {
        return new JacksonProperty(name, type, declaration, shape, description, false, nullable, promised);
    }
}

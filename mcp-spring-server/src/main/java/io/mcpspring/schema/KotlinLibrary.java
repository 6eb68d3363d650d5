package io.mcpspring.schema;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import kotlin.text.UStringsKt;
import kotlin.time.Duration;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.FromStringDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.ToStringSerializerBase;
import tools.jackson.databind.type.LogicalType;

/** Reads and writes Kotlin's durations as ISO 8601 text, and reads texts as values of its other value classes. */
final class KotlinLibrary extends SimpleModule {

    /** How the values that value classes wrap are made of text. */
    static final Map<String, Function<String, Object>> PARSERS = Map.of(
            "kotlin.UByte", UStringsKt::toUByte,
            "kotlin.UShort", UStringsKt::toUShort,
            "kotlin.UInt", UStringsKt::toUInt,
            "kotlin.ULong", UStringsKt::toULong,
            "kotlin.time.Duration", KotlinLibrary::duration);

    KotlinLibrary() {
        super(KotlinLibrary.class.getName());
        addDeserializer(Duration.class, new FromStringDeserializer<Duration>(Duration.class) {
            @Override
            protected Duration _deserialize(String text, DeserializationContext context) {
                return (Duration) KotlinTypes.boxed(duration(text), Duration.class);
            }

            @Override
            public LogicalType logicalType() {
                return LogicalType.Textual;
            }
        });
        addSerializer(Duration.class, new ToStringSerializerBase(Duration.class) {
            @Override
            public String valueToString(Object value) {
                Object wrapped = Objects.requireNonNull(KotlinTypes.unboxed(value));
                return (String) KotlinTypes.call(Duration.class, "toIsoString-impl", wrapped);
            }
        });
    }

    // Java cannot write the names that Kotlin's compiler gives to functions of value classes.
    private static Object duration(String text) {
        Method parse = ClassUtils.getMethod(Duration.Companion.class, "parse-UwyO8pc", String.class);
        return Objects.requireNonNull(ReflectionUtils.invokeMethod(parse, Duration.Companion, text));
    }
}

package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.mcpspring.schema.ValueForm.Kind;
import io.mcpspring.validation.OtherForms;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Calendar;
import java.util.Date;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.type.LogicalType;
import tools.jackson.databind.util.StdDateFormat;

/**
 * Scalars as Jackson reads them.
 *
 * @param format what annotations or the mapper set for the type
 */
record ReadScalars(JsonMapper mapper, JsonFormat.Value format) {

    /** Numbers that are written, and so expected, as texts; in one form, by which interceptors can compare them. */
    static final String WHOLE = "^(0|-?[1-9][0-9]*)$";

    private static final String DECIMAL = "^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$";

    private static final BigDecimal MOST_FLOAT = new BigDecimal(Float.toString(Float.MAX_VALUE));

    private static final ZonedDateTime MOMENT = ZonedDateTime.parse("2026-01-31T13:45:30.500+01:00[Europe/Paris]");

    /** The formats of JSON Schema in which types of the JDK are read, of which a runtime may lack those of JDBC. */
    private static final Map<String, String> FORMATS = Map.of(
            "java.time.Instant", "date-time",
            "java.time.OffsetDateTime", "date-time",
            "java.time.ZonedDateTime", "date-time",
            "java.util.Date", "date-time",
            "java.util.Calendar", "date-time",
            "java.sql.Timestamp", "date-time",
            "java.sql.Date", "date",
            "java.time.LocalDate", "date",
            "java.util.UUID", "uuid",
            "java.net.URI", "uri-reference");

    private static final Map<Class<?>, String> EXAMPLES = Map.of(
            LocalDateTime.class, "2026-01-31T13:45:30",
            LocalTime.class, "13:45:30",
            OffsetTime.class, "13:45:30+01:00",
            Duration.class, "PT1H30M",
            Period.class, "P1M10D",
            Year.class, "2026",
            YearMonth.class, "2026-01",
            MonthDay.class, "--01-31");

    ObjectNode schema(ValueDeserializer<?> deserializer, JavaType type, ValueForm form) {
        ObjectNode schema = form.schema();
        Class<?> raw = ClassUtils.resolvePrimitiveIfNecessary(type.getRawClass());
        // Jackson refuses values out of range for all other types.
        if (raw == Byte.class && form.kind() == Kind.INTEGER) {
            schema.put("minimum", Byte.MIN_VALUE).put("maximum", Byte.MAX_VALUE);
        } else if (raw == Float.class && form.kind() == Kind.NUMBER) {
            schema.put("minimum", MOST_FLOAT.negate()).put("maximum", MOST_FLOAT);
        } else if (raw == Character.class) {
            schema.put("minLength", 1).put("maxLength", 1);
        } else if (form.kind() == Kind.STRING && Number.class.isAssignableFrom(raw)) {
            // Numbers of another radix have neither type.
            if (deserializer.logicalType() == LogicalType.Integer) {
                schema.put("pattern", WHOLE);
            } else if (deserializer.logicalType() == LogicalType.Float) {
                schema.put("pattern", DECIMAL);
            }
        } else if (form.kind() == Kind.NUMBER && isTime(raw) && hasUnit()) {
            // Jackson takes a fraction for seconds.
            schema.put("type", "integer");
        } else if (form.kind() == Kind.STRING) {
            describeText(raw, type, schema);
        }
        return schema;
    }

    /** Adds the format of a type, or an example. */
    private void describeText(Class<?> raw, JavaType type, ObjectNode schema) {
        boolean date = Date.class.isAssignableFrom(raw) || Calendar.class.isAssignableFrom(raw);
        if (format.hasPattern() && (date || isTime(raw))) {
            addExample(schema);
        } else if (format.hasShape() || date && hasDateFormat() || !isStandard(type)) {
            return;
        } else if (raw == byte[].class || ByteBuffer.class.isAssignableFrom(raw)) {
            schema.put("contentEncoding", "base64");
        } else if (formatOf(raw) != null) {
            schema.put("format", formatOf(raw));
            if (raw == UUID.class) {
                OtherForms.allow(OtherForms.TEXT_IN_ANY_CASE, schema);
            }
        } else if (EXAMPLES.containsKey(raw)) {
            schema.putArray("examples").add(EXAMPLES.get(raw));
        }
    }

    /** Returns the format in which a type is read; {@code null} if JSON Schema has none for it. */
    static @Nullable String formatOf(Class<?> type) {
        return FORMATS.get(type.getName());
    }

    /** Whether numbers for times are of another unit than seconds. */
    private boolean hasUnit() {
        Boolean nanoseconds = format.getFeature(JsonFormat.Feature.READ_DATE_TIMESTAMPS_AS_NANOSECONDS);
        boolean byDefault = mapper.isEnabled(DateTimeFeature.READ_DATE_TIMESTAMPS_AS_NANOSECONDS);
        return format.hasPattern() || !Objects.requireNonNullElse(nanoseconds, byDefault);
    }

    private static boolean isTime(Class<?> type) {
        return type.getName().startsWith("java.time.");
    }

    private boolean hasDateFormat() {
        return mapper.deserializationConfig().getDateFormat().getClass() != StdDateFormat.class;
    }

    /** Whether a type is read as by a mapper without settings: of dates and times, modules can set another format. */
    private boolean isStandard(JavaType type) {
        Object known = mapper._deserializationContext().findNonContextualValueDeserializer(type);
        Object standard = JsonMapper.shared()._deserializationContext().findNonContextualValueDeserializer(type);
        boolean withZone = type.hasRawClass(ZonedDateTime.class)
                && mapper.serializationConfig().isEnabled(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID);
        return !withZone
                && (known == standard || !isTime(type.getRawClass()) && known.getClass() == standard.getClass());
    }

    private void addExample(ObjectNode schema) {
        Locale locale = format.hasLocale()
                ? format.getLocale()
                : mapper.deserializationConfig().getLocale();
        try {
            String example =
                    DateTimeFormatter.ofPattern(format.getPattern(), locale).format(MOMENT);
            schema.putArray("examples").add(example);
        } catch (DateTimeException | IllegalArgumentException otherLetters) {
            // An example is not needed: patterns of older classes have letters of their own.
        }
    }
}

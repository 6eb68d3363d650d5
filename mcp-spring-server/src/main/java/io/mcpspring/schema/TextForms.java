package io.mcpspring.schema;

import com.fasterxml.jackson.annotation.JsonFormat;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
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
import java.util.UUID;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.StdDateFormat;

/** What texts of the types of the JDK look like when Jackson reads them. */
final class TextForms {

    private static final ZonedDateTime MOMENT = ZonedDateTime.parse("2026-01-31T13:45:30.500+01:00[Europe/Paris]");

    private static final Map<Class<?>, String> FORMATS = Map.of(
            Instant.class, "date-time",
            OffsetDateTime.class, "date-time",
            ZonedDateTime.class, "date-time",
            Date.class, "date-time",
            Calendar.class, "date-time",
            LocalDate.class, "date",
            UUID.class, "uuid",
            URI.class, "uri-reference");

    private static final Map<Class<?>, String> EXAMPLES = Map.of(
            LocalDateTime.class, "2026-01-31T13:45:30",
            LocalTime.class, "13:45:30",
            OffsetTime.class, "13:45:30+01:00",
            Duration.class, "PT1H30M",
            Period.class, "P1M10D",
            Year.class, "2026",
            YearMonth.class, "2026-01",
            MonthDay.class, "--01-31");

    private TextForms() {}

    /**
     * Adds the format of a type to its schema, or an example.
     *
     * @param format what annotations or the mapper set for the type
     * @param standard whether the type is read as by a mapper without settings
     */
    static void describe(
            Class<?> type, JsonFormat.Value format, MapperConfig<?> config, boolean standard, ObjectNode schema) {
        boolean date = type == Date.class || Calendar.class.isAssignableFrom(type);
        if (format.hasPattern() && (date || type.getName().startsWith("java.time."))) {
            addExample(format, schema);
        } else if (!standard
                || format.hasShape()
                || date && config.getDateFormat().getClass() != StdDateFormat.class) {
            return;
        } else if (type == byte[].class || ByteBuffer.class.isAssignableFrom(type)) {
            schema.put("contentEncoding", "base64");
        } else if (FORMATS.containsKey(type)) {
            schema.put("format", FORMATS.get(type));
        } else if (EXAMPLES.containsKey(type)) {
            schema.putArray("examples").add(EXAMPLES.get(type));
        }
    }

    private static void addExample(JsonFormat.Value format, ObjectNode schema) {
        Locale locale = format.hasLocale() ? format.getLocale() : Locale.ENGLISH;
        try {
            String example =
                    DateTimeFormatter.ofPattern(format.getPattern(), locale).format(MOMENT);
            schema.putArray("examples").add(example);
        } catch (DateTimeException | IllegalArgumentException otherLetters) {
            // An example is not needed: patterns of older classes have letters of their own.
        }
    }
}

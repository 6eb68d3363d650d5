package io.mcpspring.schema;

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
import java.util.Calendar;
import java.util.Date;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/** Sample values of the types that Jackson writes in a form that depends on its settings. */
final class SampleValues {

    private static final ObjectReader READER =
            JsonMapper.shared().reader().without(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE);

    private static final String MOMENT = "2026-01-31T13:45:30.500+01:00";

    private static final Map<Class<?>, String> TEXTS = Map.ofEntries(
            Map.entry(Instant.class, MOMENT),
            Map.entry(OffsetDateTime.class, MOMENT),
            Map.entry(ZonedDateTime.class, MOMENT + "[Europe/Paris]"),
            Map.entry(Date.class, MOMENT),
            Map.entry(Calendar.class, MOMENT),
            Map.entry(byte[].class, "AQID"),
            Map.entry(ByteBuffer.class, "AQID"),
            Map.entry(char[].class, "a"),
            Map.entry(UUID.class, "2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1"),
            Map.entry(URI.class, "https://example.org/a"),
            Map.entry(LocalDate.class, "2026-01-31"),
            Map.entry(LocalDateTime.class, "2026-01-31T13:45:30"),
            Map.entry(LocalTime.class, "13:45:30"),
            Map.entry(OffsetTime.class, "13:45:30+01:00"),
            Map.entry(Duration.class, "PT1H30M"),
            Map.entry(Period.class, "P1M10D"),
            Map.entry(Year.class, "2026"),
            Map.entry(YearMonth.class, "2026-01"),
            Map.entry(MonthDay.class, "--01-31"));

    private SampleValues() {}

    /**
     * Returns a value of a type; {@code null} if the form of the type does not depend on settings. The value is created
     * when it is needed, because some are costly: a calendar, for instance, makes the JDK load its locales.
     */
    static @Nullable Object of(Class<?> type) {
        String text = TEXTS.get(type);
        return text == null ? null : READER.forType(type).readValue(StringNode.valueOf(text));
    }

    /**
     * Returns the format of JSON Schema in which a value of a type was written as text; {@code null} if it has none.
     */
    static @Nullable String format(Class<?> type, String written) {
        if (type == UUID.class) {
            return written.length() == 36 ? "uuid" : null;
        }
        if (type == URI.class) {
            return "uri-reference";
        }
        if (type == LocalDate.class) {
            return isReadBy(LocalDate::parse, written) ? "date" : null;
        }
        return TEXTS.getOrDefault(type, "").startsWith(MOMENT) && isReadBy(OffsetDateTime::parse, written)
                ? "date-time"
                : null;
    }

    private static boolean isReadBy(Function<String, ?> parser, String text) {
        try {
            parser.apply(text);
            return true;
        } catch (DateTimeException otherFormat) {
            return false;
        }
    }
}

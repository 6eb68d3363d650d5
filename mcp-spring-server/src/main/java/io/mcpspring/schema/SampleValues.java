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
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.GregorianCalendar;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sample values of the types that Jackson writes in a form that depends on its settings. */
final class SampleValues {

    private static final Set<Class<?>> MOMENTS =
            Set.of(Instant.class, OffsetDateTime.class, ZonedDateTime.class, Date.class, Calendar.class);

    private SampleValues() {}

    /**
     * Returns a value of a type; {@code null} if the form of the type does not depend on settings. The value is created
     * when it is needed, because some are costly: a calendar, for instance, makes the JDK load its locales.
     */
    static @Nullable Object of(Class<?> type) {
        if (type == byte[].class) {
            return new byte[] {1, 2, 3};
        }
        if (type == ByteBuffer.class) {
            return ByteBuffer.wrap(new byte[] {1, 2, 3});
        }
        if (type == char[].class) {
            return new char[] {'a'};
        }
        if (type == UUID.class) {
            return UUID.fromString("2fd4e1c6-7a2d-48fc-ad84-9c1bcefd3eb1");
        }
        if (type == URI.class) {
            return URI.create("https://example.org/a");
        }
        return MOMENTS.contains(type) ? moment(type) : dateTimeOrAmount(type);
    }

    private static Object moment(Class<?> type) {
        OffsetDateTime moment = OffsetDateTime.of(2026, 1, 31, 13, 45, 30, 500_000_000, ZoneOffset.ofHours(1));
        if (type == OffsetDateTime.class) {
            return moment;
        }
        if (type == ZonedDateTime.class) {
            return moment.atZoneSameInstant(ZoneId.of("Europe/Paris"));
        }
        if (type == Date.class) {
            return Date.from(moment.toInstant());
        }
        return type == Calendar.class ? GregorianCalendar.from(moment.toZonedDateTime()) : moment.toInstant();
    }

    private static @Nullable Object dateTimeOrAmount(Class<?> type) {
        if (type == LocalDate.class) {
            return LocalDate.of(2026, 1, 31);
        }
        if (type == LocalDateTime.class) {
            return LocalDateTime.of(2026, 1, 31, 13, 45, 30);
        }
        if (type == LocalTime.class) {
            return LocalTime.of(13, 45, 30);
        }
        if (type == OffsetTime.class) {
            return OffsetTime.of(13, 45, 30, 0, ZoneOffset.ofHours(1));
        }
        if (type == Duration.class) {
            return Duration.ofMinutes(90);
        }
        if (type == Period.class) {
            return Period.of(0, 1, 10);
        }
        if (type == Year.class) {
            return Year.of(2026);
        }
        if (type == YearMonth.class) {
            return YearMonth.of(2026, 1);
        }
        return type == MonthDay.class ? MonthDay.of(1, 31) : null;
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
        return MOMENTS.contains(type) && isReadBy(OffsetDateTime::parse, written) ? "date-time" : null;
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

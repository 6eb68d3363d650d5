package io.mcpspring.validation;

import io.mcpspring.Internal;
import java.net.URI;
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
import java.time.ZonedDateTime;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.exc.JsonNodeException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

/** Describes why a value that fits the schema cannot become a Java object, without naming classes. */
@Internal
public final class BindingProblems {

    /** Texts of the JVM and of the compiler of Kotlin, which show code. */
    private static final Pattern OF_COMPILERS = Pattern.compile("^Cannot |\\(\\.\\.\\.\\)|^null cannot be cast");

    private static final Map<Class<?>, String> EXPECTED = Map.ofEntries(
            Map.entry(LocalDateTime.class, "a date and time without offset such as 2026-01-31T13:45:30"),
            Map.entry(LocalTime.class, "a time such as 13:45:30"),
            Map.entry(OffsetTime.class, "a time with offset such as 13:45:30+01:00"),
            Map.entry(Duration.class, "a duration such as PT1H30M"),
            Map.entry(Period.class, "a period such as P1M10D"),
            Map.entry(Year.class, "a year such as 2026"),
            Map.entry(YearMonth.class, "a month such as 2026-01"),
            Map.entry(MonthDay.class, "a day of a year such as --01-31"),
            Map.entry(ZoneId.class, "a time zone such as Europe/Paris"),
            Map.entry(Currency.class, "a currency such as EUR"),
            Map.entry(byte[].class, "Base64"),
            Map.entry(LocalDate.class, ProblemTexts.format("date")),
            Map.entry(Instant.class, ProblemTexts.format("date-time")),
            Map.entry(OffsetDateTime.class, ProblemTexts.format("date-time")),
            Map.entry(ZonedDateTime.class, ProblemTexts.format("date-time")),
            Map.entry(URI.class, ProblemTexts.format("uri-reference")),
            Map.entry(Long.class, whole(Long.MIN_VALUE, Long.MAX_VALUE)),
            Map.entry(Integer.class, whole(Integer.MIN_VALUE, Integer.MAX_VALUE)),
            Map.entry(Short.class, whole(Short.MIN_VALUE, Short.MAX_VALUE)));

    private static final Pattern CLASS_NAME = Pattern.compile("^No enum constant |\\b\\w+\\.\\w+\\.[\\w.]*[A-Z]");

    private static final Log logger = LogFactory.getLog(BindingProblems.class);

    private BindingProblems() {}

    private static String whole(long least, long most) {
        return "a whole number from %s to %s".formatted(least, most);
    }

    /**
     * The problem behind an exception of Jackson, or of a deserializer, a converter or a constructor that it called.
     *
     * @param argument the name of the argument that was read; empty if all arguments were read as one object
     * @param value the value of the argument
     * @param schema the schema of the argument, whose examples have the format of the application
     */
    public static Problem of(Exception failure, String argument, JsonNode value, JsonNode schema) {
        if (TooSlowException.caused(failure)) {
            return Problem.TOO_SLOW;
        }
        logger.debug("A value cannot be converted", failure);
        List<Object> place = new ArrayList<>(argument.isEmpty() ? List.of() : List.of(argument));
        JsonNode at = value;
        JsonNode described = schema;
        List<JacksonException.Reference> path =
                failure instanceof JacksonException ofJackson ? ofJackson.getPath() : List.of();
        for (JacksonException.Reference step : path) {
            boolean member = step.getPropertyName() != null;
            place.add(member ? step.getPropertyName() : (Object) step.getIndex());
            at = member ? at.path(step.getPropertyName()) : at.path(step.getIndex());
            described = SchemaTypes.besidesNull(described).path(member ? "properties" : "items");
            described = member ? described.path(step.getPropertyName()) : described;
        }
        String example = described.path("examples").path(0).asString("");
        boolean usual = example.isEmpty() && (described.isMissingNode() || described.has("format"));
        String otherExample = usual ? null : example.replaceFirst("^(?=.)", " such as ");
        return new Problem(ProblemTexts.path(place), text(failure, at, otherExample));
    }

    private static String text(Exception failure, JsonNode value, @Nullable String otherExample) {
        if (failure instanceof UnrecognizedPropertyException unknown) {
            return ProblemTexts.unknown("property", unknown.getKnownPropertyIds());
        }
        String expected = expected(failure, otherExample);
        String authors = expected == null ? authorsText(failure) : null;
        if (authors != null) {
            return authors;
        }
        if (value.isMissingNode()) {
            return "is required";
        }
        if (value.isNull()) {
            return "must not be null";
        }
        String unusable =
                failure instanceof JsonNodeException && value.isNumber() ? "is out of range" : "cannot be used";
        return (expected == null ? unusable : "must be " + expected) + ", got " + ProblemTexts.described(value);
    }

    /** @param otherExample what follows in place of the usual example; {@code null} if that is right */
    private static @Nullable String expected(Exception failure, @Nullable String otherExample) {
        Class<?> target = failure instanceof MismatchedInputException mismatch ? mismatch.getTargetType() : null;
        if (failure instanceof InputCoercionException overflow) {
            target = overflow.getTargetType();
        }
        if (target == null) {
            return null;
        }
        boolean kotlin = target.getName().equals("kotlin.time.Duration");
        String usual = EXPECTED.get(kotlin ? Duration.class : ClassUtils.resolvePrimitiveIfNecessary(target));
        // Times without a format or an example in their schema may have a format of the application.
        boolean other = otherExample != null && (!otherExample.isEmpty() || Temporal.class.isAssignableFrom(target));
        return usual != null && other
                ? usual.replaceFirst(" such as .*", Matcher.quoteReplacement(otherExample))
                : usual;
    }

    /**
     * Returns the message of the first exception by which code refuses a value, also by means of {@link Objects};
     * {@code null} if there is none that names no class. Exceptions of other kinds have texts that show code.
     */
    public static @Nullable String authorsText(Exception failure) {
        return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .filter(BindingProblems::isClearRefusal)
                .findFirst()
                .map(Throwable::getMessage)
                .orElse(null);
    }

    private static boolean isClearRefusal(Throwable cause) {
        boolean refusal = cause instanceof IllegalArgumentException && !(cause instanceof NumberFormatException)
                || cause instanceof DateTimeException
                || isFailedCheck(cause);
        return refusal
                && StringUtils.hasText(cause.getMessage())
                && !CLASS_NAME.matcher(cause.getMessage()).find();
    }

    /** Whether a check of a value that must not be null has failed. The text of the JVM for others shows code. */
    private static boolean isFailedCheck(Throwable cause) {
        return cause instanceof NullPointerException
                && !OF_COMPILERS.matcher(String.valueOf(cause.getMessage())).find()
                // A name alone does not say what is wrong.
                && String.valueOf(cause.getMessage()).contains(" ");
    }
}

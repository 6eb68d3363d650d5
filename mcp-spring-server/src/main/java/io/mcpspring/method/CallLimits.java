package io.mcpspring.method;

import io.mcpspring.Internal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DurationFormat;
import org.springframework.format.datetime.standard.DurationFormatterUtils;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;

/**
 * The limits of one entry.
 *
 * @param rate the rate of each caller; {@code null} for none
 * @param maxConcurrency the number of calls that may run; {@code null} for any
 */
@Internal
public record CallLimits(@Nullable Rate rate, @Nullable Integer maxConcurrency) {

    public static final CallLimits NONE = new CallLimits(null, null);

    private static final boolean RATES =
            ClassUtils.isPresent("io.github.bucket4j.Bucket", CallLimits.class.getClassLoader());

    /** Returns the limits that are set, by their names in annotations. */
    public Map<String, String> byName() {
        Map<String, String> limits = new LinkedHashMap<>();
        if (rate != null) {
            limits.put("rate", rate.toString());
        }
        if (maxConcurrency != null) {
            limits.put("maxConcurrency", maxConcurrency.toString());
        }
        return limits;
    }

    /** @throws McpMethodException if the entry of this method has a rate that cannot be counted */
    public CallLimits checked(BeanMethod method) {
        if (rate != null && !RATES) {
            throw method.refused(
                    "It has a rate, which needs the library Bucket4j.",
                    "Add the dependency com.bucket4j:bucket4j_jdk17-core.");
        }
        return this;
    }

    /** Returns these limits where there are any, and otherwise those. */
    public CallLimits or(CallLimits others) {
        return new CallLimits(
                rate == null ? others.rate : rate, maxConcurrency == null ? others.maxConcurrency : maxConcurrency);
    }

    /**
     * A number of calls, which may be made at once and become available again evenly in a period.
     *
     * @param calls the number of calls
     * @param period the period
     */
    public record Rate(int calls, Duration period) {

        private static final Pattern TEXT = Pattern.compile("([1-9]\\d{0,8})/([1-9]\\d{0,8}(?:ms|s|m|h|d))");

        private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

        /**
         * Reads a number of calls and a period, such as {@code 100/1m}.
         *
         * @throws IllegalArgumentException if the text is not such a rate, or if it cannot be counted
         */
        public static Rate of(String text) {
            Matcher parts = TEXT.matcher(text.strip());
            Assert.isTrue(
                    parts.matches(), () -> "A rate must be a number of calls and a period, such as 100/1m: " + text);
            return new Rate(
                    Integer.parseInt(parts.group(1)),
                    DurationFormatterUtils.parse(parts.group(2), DurationFormat.Style.SIMPLE));
        }

        /** Refuses a number without a period, as which a configuration file in YAML contains it. */
        public static Rate valueOf(Integer calls) {
            return of(calls.toString());
        }

        /** @throws IllegalArgumentException unless there is at most one call in a nanosecond, within 292 years */
        public Rate {
            Assert.isTrue(
                    period.compareTo(LONGEST) <= 0 && calls > 0 && calls <= period.toNanos(),
                    () -> "A rate must be at most one call in a nanosecond, within 292 years: " + calls + "/" + period);
        }

        @Override
        public String toString() {
            boolean seconds = period.toMillis() % 1000 == 0;
            return calls + "/" + (seconds ? period.toSeconds() + "s" : period.toMillis() + "ms");
        }
    }
}

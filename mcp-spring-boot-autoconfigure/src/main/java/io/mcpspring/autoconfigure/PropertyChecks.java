package io.mcpspring.autoconfigure;

import io.mcpspring.content.ContentLimit;
import io.mcpspring.protocol.Scopes;
import io.mcpspring.server.Deadlines;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.util.Assert;
import org.springframework.util.unit.DataSize;

/** Checks values of properties, and refuses them by texts that name the property and its limits. */
final class PropertyChecks {

    private static final Pattern ORIGIN = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://[^/@*?#\\s]+/?");

    private static final Pattern ORIGIN_PATTERN = Pattern.compile("\\*|[A-Za-z*][A-Za-z0-9+.*-]*://[^/@?#\\s]+/?");

    private static final Pattern HOST = Pattern.compile("[^/@*?#\\s]+");

    private static final Pattern URL = Pattern.compile("https?://[^\\s\"]+");

    private static final Pattern HANDLER_METHODS = Pattern.compile("([A-Z]+ +)?/\\S*");

    private PropertyChecks() {}

    static void atLeastOne(String property, @Nullable Integer value) {
        check(value == null || value > 0, property + " must be at least 1", value);
    }

    static void within(String property, int value, int least, int most) {
        check(value >= least && value <= most, property + " must be from " + least + " to " + most, value);
    }

    /** @param least such as {@code 1ms} */
    static void atLeast(String least, String property, @Nullable Duration value) {
        if (value != null) {
            Duration shortest = DurationStyle.detectAndParse(least);
            check(value.compareTo(shortest) >= 0, property + " must be at least " + least, value);
            String longest = Deadlines.LONGEST.toDays() + "d";
            check(value.compareTo(Deadlines.LONGEST) <= 0, property + " must be at most " + longest, value);
        }
    }

    static void notNegative(String property, DataSize value) {
        check(!value.isNegative(), property + " must not be negative", value);
    }

    static void withinOneGigabyte(String property, DataSize value) {
        check(ContentLimit.isWithinOneGigabyte(value), property + " must be from 1 byte to 1 GB", value);
    }

    static void url(String property, String value) {
        check(URL.matcher(value).matches(), property + " must be http or https URLs", value);
    }

    static void scope(String property, String value) {
        check(Scopes.isScope(value), property + " must be scopes of OAuth 2.0", value);
        Assert.isTrue(
                !value.equals("offline_access"),
                () -> property + " must not contain offline_access, which clients request on their own");
    }

    static void handlerMethods(String value) {
        String rule = "mcp.server.controllers.include must be paths such as /orders/** or POST /orders/**";
        check(HANDLER_METHODS.matcher(value).matches(), rule, value);
    }

    static void allowed(List<String> origins, List<String> originPatterns, List<String> hosts) {
        http(
                origins,
                ORIGIN,
                "allowed-origins must be origins, such as https://app.example.com;"
                        + " allowed-origin-patterns has patterns");
        http(originPatterns, ORIGIN_PATTERN, "allowed-origin-patterns must be patterns such as https://*.example.com");
        http(hosts, HOST, "allowed-hosts must be hosts without scheme and patterns, such as mcp.example.com:8443");
    }

    private static void http(List<String> values, Pattern form, String rule) {
        values.forEach(value -> check(form.matcher(value).matches(), "mcp.server.http." + rule, value));
    }

    private static void check(boolean kept, String rule, @Nullable Object value) {
        Assert.isTrue(kept, () -> rule + ": " + value);
    }
}

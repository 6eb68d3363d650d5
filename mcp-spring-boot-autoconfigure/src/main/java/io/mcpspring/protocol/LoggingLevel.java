package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How serious a message to the client's log is, in ascending order (RFC 5424). */
public enum LoggingLevel {
    DEBUG,
    INFO,
    NOTICE,
    WARNING,
    ERROR,
    CRITICAL,
    ALERT,
    EMERGENCY;

    /** The level that goes by this name on the wire, for instance {@code warning}. */
    public static Optional<LoggingLevel> of(String value) {
        return Arrays.stream(values())
                .filter(level -> level.value().equals(value))
                .findFirst();
    }

    /** The name on the wire. */
    @JsonValue
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean isAtLeast(LoggingLevel other) {
        return compareTo(other) >= 0;
    }
}

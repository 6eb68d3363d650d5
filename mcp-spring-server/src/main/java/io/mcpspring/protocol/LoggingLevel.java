package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The severity of a log message to the client, in ascending order (RFC 5424). The protocol may add levels. */
public enum LoggingLevel {
    /** Details for developers. */
    DEBUG,
    /** General information. */
    INFO,
    /** Normal but significant events. */
    NOTICE,
    /** Warnings. */
    WARNING,
    /** Errors. */
    ERROR,
    /** Failures of components. */
    CRITICAL,
    /** Action must be taken immediately. */
    ALERT,
    /** The system is unusable. */
    EMERGENCY;

    /**
     * Finds a level.
     *
     * @param value the name on the wire, for instance {@code warning}
     * @return the level; empty if there is none of this name
     */
    public static Optional<LoggingLevel> of(String value) {
        return Arrays.stream(values())
                .filter(level -> level.value().equals(value))
                .findFirst();
    }

    /** {@return the name on the wire} */
    @JsonValue
    public String value() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Compares severities.
     *
     * @param other a level
     * @return whether this level is as severe as the other one or more severe
     */
    public boolean isAtLeast(LoggingLevel other) {
        return compareTo(other) >= 0;
    }
}

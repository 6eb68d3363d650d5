package io.mcpspring.protocol;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The revisions of the protocol that the server speaks, oldest first. */
public enum ProtocolVersion {

    V2025_03_26("2025-03-26"),
    V2025_06_18("2025-06-18"),
    V2025_11_25("2025-11-25"),
    V2026_07_28("2026-07-28");

    private static final Map<String, ProtocolVersion> BY_VALUE = Arrays.stream(values())
            .collect(Collectors.toUnmodifiableMap(ProtocolVersion::value, version -> version));

    private final String value;

    ProtocolVersion(String value) {
        this.value = value;
    }

    /** The revision that goes by this name on the wire, for instance {@code 2025-11-25}. */
    public static Optional<ProtocolVersion> of(String value) {
        return Optional.ofNullable(BY_VALUE.get(value));
    }

    /** The name on the wire, for instance {@code 2025-11-25}. */
    public String value() {
        return this.value;
    }

    /** Whether requests stand alone, without a session ({@code true}), or follow an {@code initialize}. */
    public boolean isModern() {
        return isAtLeast(V2026_07_28);
    }

    public boolean isAtLeast(ProtocolVersion other) {
        return compareTo(other) >= 0;
    }

    @Override
    public String toString() {
        return value;
    }
}

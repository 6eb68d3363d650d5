package io.mcpspring.protocol;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The revisions of the protocol that the server speaks, oldest first. */
public enum ProtocolVersion {

    /** Also for clients that ask for 2024-11-05: those that speak Streamable HTTP mean this revision. */
    V2025_03_26("2025-03-26", "2024-11-05"),
    V2025_06_18("2025-06-18"),
    V2025_11_25("2025-11-25"),
    V2026_07_28("2026-07-28");

    private static final Map<String, ProtocolVersion> BY_NAME = Arrays.stream(values())
            .flatMap(version -> version.names.stream().map(name -> Map.entry(name, version)))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private final List<String> names;

    ProtocolVersion(String... names) {
        this.names = List.of(names);
    }

    /** The revision that a client means by this name, for instance {@code 2025-11-25}. */
    public static Optional<ProtocolVersion> of(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** All names by which clients ask for the revision, its own first. */
    public List<String> names() {
        return names;
    }

    /** The name on the wire, for instance {@code 2025-11-25}. */
    public String value() {
        return names.get(0);
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
        return value();
    }
}

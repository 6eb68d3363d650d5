package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The revisions of the protocol that the server supports, oldest first. They belong to two eras: legacy clients begin
 * with {@code initialize} and keep a session; modern requests are independent of each other. Methods of this enum state
 * the features of a revision, so that other classes do not compare dates. Further revisions will be added: a
 * {@code switch} over revisions needs a {@code default}.
 */
public enum ProtocolVersion {

    /** Also serves clients that ask for 2024-11-05 over Streamable HTTP, which began with this revision. */
    V2025_03_26("2025-03-26", "2024-11-05"),
    /** Structured content, elicitation and titles; the last revision without icons. Legacy era. */
    V2025_06_18("2025-06-18"),
    /** Icons, elicitation of web pages and tools in sampling; the last revision of the legacy era. */
    V2025_11_25("2025-11-25"),
    /** The first revision of the modern era. */
    V2026_07_28("2026-07-28");

    private static final Map<String, ProtocolVersion> BY_NAME = Arrays.stream(values())
            .flatMap(version -> version.names.stream().map(name -> Map.entry(name, version)))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private static final ProtocolVersion NEWEST = values()[values().length - 1];

    private final List<String> names;

    ProtocolVersion(String... names) {
        this.names = List.of(names);
    }

    /**
     * Finds a revision.
     *
     * @param name the name on the wire, for instance {@code 2025-11-25}
     * @return the revision; empty if there is none of this name
     */
    public static Optional<ProtocolVersion> of(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** {@return the newest revision} */
    public static ProtocolVersion newest() {
        return NEWEST;
    }

    /** {@return the revisions in which requests follow an {@code initialize}} */
    public static Set<ProtocolVersion> legacy() {
        return Collections.unmodifiableSet(EnumSet.range(V2025_03_26, V2025_11_25));
    }

    /** {@return the revisions in which requests are independent of sessions} */
    public static Set<ProtocolVersion> modern() {
        return Collections.unmodifiableSet(EnumSet.range(V2026_07_28, NEWEST));
    }

    /** {@return all names by which clients ask for the revision, its own first} */
    public List<String> names() {
        return names;
    }

    /** {@return the name on the wire, for instance {@code 2025-11-25}} */
    @JsonValue
    public String value() {
        return names.get(0);
    }

    /** {@return whether requests are independent of sessions, and contain the data of the client in {@code _meta}} */
    public boolean isModern() {
        return isAtLeast(V2026_07_28);
    }

    /** {@return whether requests follow an {@code initialize}} */
    public boolean isLegacy() {
        return !isModern();
    }

    /**
     * Compares revisions.
     *
     * @param other a revision
     * @return whether this revision is the same as the other one or newer
     */
    public boolean isAtLeast(ProtocolVersion other) {
        return compareTo(other) >= 0;
    }

    /** {@return whether each request after {@code initialize} has the header {@code MCP-Protocol-Version}} */
    public boolean hasVersionHeader() {
        return isAtLeast(V2025_06_18);
    }

    /** {@return whether a request may consist of several messages in an array} */
    public boolean hasBatches() {
        return this == V2025_03_26;
    }

    /**
     * {@return whether definitions have {@code title} and {@code _meta}, and content has {@code _meta} and
     * {@code lastModified}}
     */
    public boolean hasTitles() {
        return isAtLeast(V2025_06_18);
    }

    /** {@return whether content may be a {@code resource_link}} */
    public boolean hasResourceLinks() {
        return isAtLeast(V2025_06_18);
    }

    /** {@return whether tools have an output schema, and their results structured content} */
    public boolean hasStructuredContent() {
        return isAtLeast(V2025_06_18);
    }

    /** {@return whether structured content may be any JSON value; otherwise it is an object} */
    public boolean hasAnyStructuredContent() {
        return isModern();
    }

    /** {@return whether definitions and resource links have icons, and programs a description and a website} */
    public boolean hasIcons() {
        return isAtLeast(V2025_11_25);
    }

    /**
     * {@return whether an elicitation has a mode, and forms have titled and multiple choices and defaults for all
     * kinds}
     */
    public boolean hasElicitationModes() {
        return isAtLeast(V2025_11_25);
    }

    /** {@return whether the elicitation of a URL has an id} */
    public boolean hasElicitationIds() {
        return isLegacy();
    }

    /**
     * {@return whether the error -32042 makes clients open web pages, and they are notified when the elicitation of a
     * URL is complete}
     */
    public boolean hasElicitationCompletion() {
        return this == V2025_11_25;
    }

    /** {@return whether a sampling message may have several blocks of content} */
    public boolean hasSamplingBlocks() {
        return isAtLeast(V2025_11_25);
    }

    /**
     * {@return whether the problems of invalid arguments of a tool are a result, which the model reads, instead of an
     * error with the code -32602}
     */
    public boolean hasArgumentErrorsAsResults() {
        return isAtLeast(V2025_11_25);
    }

    /**
     * {@return whether a stream begins with an event without a message, whose id lets the client resume the whole
     * stream}
     */
    public boolean hasPrimingEvents() {
        return isAtLeast(V2025_11_25);
    }

    /** {@return whether input schemas may declare by {@code x-mcp-header} that arguments are repeated in headers} */
    public boolean hasMirroredArguments() {
        return isModern();
    }

    /** {@return whether a missing resource has the error code -32002; otherwise it is an invalid parameter} */
    public boolean hasResourceNotFoundError() {
        return isLegacy();
    }

    /**
     * {@return whether a result contains its type, the server that created it, and the time for which it may be cached}
     */
    public boolean hasResultTypes() {
        return isModern();
    }

    /** {@return whether calls may become tasks, an extension that clients declare} */
    public boolean hasTasks() {
        return isModern();
    }

    @Override
    public String toString() {
        return value();
    }
}

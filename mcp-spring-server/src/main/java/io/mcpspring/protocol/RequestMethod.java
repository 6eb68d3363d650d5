package io.mcpspring.protocol;

import io.mcpspring.Internal;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The requests that clients send: the one table of the methods and of the revisions in which each exists. */
@Internal
public enum RequestMethod {
    INITIALIZE("initialize", ProtocolVersion.legacy()),
    DISCOVER("server/discover", ProtocolVersion.modern()),
    PING("ping", ProtocolVersion.legacy()),
    SET_LEVEL("logging/setLevel", ProtocolVersion.legacy()),
    LISTEN("subscriptions/listen", ProtocolVersion.modern()),
    LIST_TOOLS("tools/list", all()),
    CALL_TOOL("tools/call", all(), "name"),
    LIST_PROMPTS("prompts/list", all()),
    GET_PROMPT("prompts/get", all(), "name"),
    LIST_RESOURCES("resources/list", all()),
    LIST_RESOURCE_TEMPLATES("resources/templates/list", all()),
    READ_RESOURCE("resources/read", all(), "uri"),
    SUBSCRIBE("resources/subscribe", ProtocolVersion.legacy()),
    UNSUBSCRIBE("resources/unsubscribe", ProtocolVersion.legacy()),
    COMPLETE("completion/complete", all()),
    GET_TASK("tasks/get", ProtocolVersion.modern(), "taskId"),
    UPDATE_TASK("tasks/update", ProtocolVersion.modern(), "taskId"),
    CANCEL_TASK("tasks/cancel", ProtocolVersion.modern(), "taskId");

    private static final Map<String, RequestMethod> BY_NAME =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(RequestMethod::value, Function.identity()));

    private final String value;

    private final Set<ProtocolVersion> versions;

    private final @Nullable String subject;

    RequestMethod(String value, Set<ProtocolVersion> versions) {
        this(value, versions, null);
    }

    RequestMethod(String value, Set<ProtocolVersion> versions, @Nullable String subject) {
        this.value = value;
        this.versions = versions;
        this.subject = subject;
    }

    private static Set<ProtocolVersion> all() {
        return EnumSet.allOf(ProtocolVersion.class);
    }

    /** Returns the method with this name on the wire, for instance {@code tools/list}. */
    public static Optional<RequestMethod> of(String value) {
        return Optional.ofNullable(BY_NAME.get(value));
    }

    /** The name on the wire, for instance {@code tools/list}. */
    public String value() {
        return value;
    }

    public boolean existsIn(ProtocolVersion version) {
        return versions.contains(version);
    }

    /** Whether the result is a list of entries, which may be empty. */
    public boolean isList() {
        return value.endsWith("/list");
    }

    /** The parameter with the name or URI of the request; modern clients repeat it in the header {@code Mcp-Name}. */
    public Optional<String> subject() {
        return Optional.ofNullable(subject);
    }

    /** Whether the result may be a question to the client, which then repeats the request with the answer. */
    public boolean mayRequireInput() {
        return this == CALL_TOOL || this == GET_PROMPT || this == READ_RESOURCE;
    }

    @Override
    public String toString() {
        return value;
    }
}

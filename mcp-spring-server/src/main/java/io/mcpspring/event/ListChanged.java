package io.mcpspring.event;

import io.mcpspring.Internal;
import io.mcpspring.protocol.ServerCapabilities;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An entry of a list was added, replaced or removed. */
@Internal
public enum ListChanged implements ServerEvent {
    TOOLS("tools", ServerCapabilities::tools),

    PROMPTS("prompts", ServerCapabilities::prompts),

    /** Resources and their templates. */
    RESOURCES("resources", ServerCapabilities::resources);

    private final String list;

    private final Function<ServerCapabilities, @Nullable Object> capability;

    ListChanged(String list, Function<ServerCapabilities, @Nullable Object> capability) {
        this.list = list;
        this.capability = capability;
    }

    /** Returns an event for each list that a server offers. */
    public static List<ListChanged> all(ServerCapabilities capabilities) {
        return Arrays.stream(values())
                .filter(event -> event.capability.apply(capabilities) != null)
                .toList();
    }

    /** Returns the event of which a notification is sent by this method. */
    public static Optional<ListChanged> ofMethod(String method) {
        return Arrays.stream(values())
                .filter(event -> event.method().equals(method))
                .findFirst();
    }

    /** The member by which a modern client subscribes to changes of the list. */
    public String filter() {
        return list + "ListChanged";
    }

    @Override
    public String topic() {
        return list;
    }

    @Override
    public String method() {
        return "notifications/" + list + "/list_changed";
    }

    @Override
    public Map<String, Object> params() {
        return Map.of();
    }
}

package io.mcpspring.event;

import io.mcpspring.Internal;
import io.mcpspring.protocol.ServerCapabilities;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** An entry of a list was added, replaced or removed. */
@Internal
public enum ListChanged implements ServerEvent {
    TOOLS,

    PROMPTS,

    /** Resources and their templates. */
    RESOURCES;

    private final String list = name().toLowerCase(Locale.ROOT);

    /** Returns an event for each list that a server offers. */
    public static List<ListChanged> all(ServerCapabilities capabilities) {
        return Arrays.stream(values())
                .filter(event -> capabilities.contain(event.list))
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
}

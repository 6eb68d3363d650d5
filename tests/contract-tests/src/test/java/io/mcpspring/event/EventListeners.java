package io.mcpspring.event;

/** The listeners to the events of a server. */
public final class EventListeners {

    private EventListeners() {}

    public static int count(ServerEvents events) {
        return events.listeners.size();
    }
}

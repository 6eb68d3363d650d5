package io.mcpspring.server;

/** Something that changed in the server and that clients may want to know, whatever request they are at. */
public enum ServerEvent {

    /** Tools were added, replaced or removed. */
    TOOLS_LIST_CHANGED("notifications/tools/list_changed", "toolsListChanged");

    private final String method;

    private final String filter;

    ServerEvent(String method, String filter) {
        this.method = method;
        this.filter = filter;
    }

    /** The notification that tells clients. */
    public String method() {
        return method;
    }

    /** The member by which a 2026-07-28 client subscribes to it. */
    String filter() {
        return filter;
    }
}

package io.mcpspring.http;

import io.mcpspring.exchange.RequestHeaders;
import org.jspecify.annotations.Nullable;

/** The HTTP headers that the protocol defines. */
final class McpHeaders {

    static final String PROTOCOL_VERSION = "MCP-Protocol-Version";

    static final String SESSION_ID = "Mcp-Session-Id";

    static final String METHOD = "Mcp-Method";

    static final String NAME = "Mcp-Name";

    static final String LAST_EVENT_ID = "Last-Event-ID";

    private McpHeaders() {}

    /** Returns the value of a header without surrounding white space; {@code null} if it is absent. */
    static @Nullable String value(RequestHeaders headers, String name) {
        String first = headers.first(name);
        return first == null ? null : first.strip();
    }
}

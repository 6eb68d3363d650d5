package io.mcpspring.http;

/** The HTTP headers that the protocol defines. */
final class McpHeaders {

    static final String PROTOCOL_VERSION = "MCP-Protocol-Version";

    static final String SESSION_ID = "Mcp-Session-Id";

    static final String METHOD = "Mcp-Method";

    static final String NAME = "Mcp-Name";

    static final String LAST_EVENT_ID = "Last-Event-ID";

    private McpHeaders() {}
}

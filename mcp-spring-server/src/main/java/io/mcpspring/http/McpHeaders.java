package io.mcpspring.http;

import io.mcpspring.exchange.RequestHeaders;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The HTTP headers that the protocol defines. */
final class McpHeaders {

    static final String PROTOCOL_VERSION = "MCP-Protocol-Version";

    static final String SESSION_ID = "Mcp-Session-Id";

    static final String METHOD = "Mcp-Method";

    static final String NAME = "Mcp-Name";

    static final String LAST_EVENT_ID = "Last-Event-ID";

    private McpHeaders() {}

    /**
     * Returns the value of a header without surrounding white space; {@code null} if it is absent or empty. Equal
     * values are one: some clients and proxies repeat a header.
     *
     * @throws RequestRefusedException 400 if there are different values
     */
    static @Nullable String value(RequestHeaders headers, String name) {
        List<String> lines = headers.all(name);
        if (lines.size() == 1 && lines.get(0).indexOf(',') < 0) {
            return lines.get(0).isBlank() ? null : lines.get(0).strip();
        }
        List<String> values = lines.stream()
                .flatMap(line -> Stream.of(line.split(",", -1)))
                .map(String::strip)
                .filter(value -> !value.isEmpty())
                .distinct()
                .toList();
        if (values.size() > 1) {
            throw RequestRefusedException.badRequest("The values of the header " + name + " differ");
        }
        return values.isEmpty() ? null : values.get(0);
    }
}

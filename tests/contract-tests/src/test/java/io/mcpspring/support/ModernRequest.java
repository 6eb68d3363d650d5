package io.mcpspring.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A request of 2026-07-28, correct unless a test changes it. It is sent without an HTTP library, so that a header may
 * be repeated or have invalid characters.
 */
public final class ModernRequest {

    private static final String META = "io.modelcontextprotocol/";

    private final ObjectNode message = JsonMapper.shared().createObjectNode();

    private final List<String> headers = new ArrayList<>(List.of(
            "Content-Type: application/json",
            "Accept: application/json, text/event-stream",
            "MCP-Protocol-Version: 2026-07-28"));

    private ModernRequest(String method) {
        message.put("jsonrpc", "2.0").put("id", "m-1").put("method", method);
        meta().put(META + "protocolVersion", "2026-07-28").putObject(META + "clientCapabilities");
        headers.add("Mcp-Method: " + method);
    }

    public static ModernRequest of(String method) {
        return new ModernRequest(method);
    }

    /** Returns a call with the header for the name, but none for the arguments. */
    public static ModernRequest call(String tool, String arguments) {
        ModernRequest request = of("tools/call").with("Mcp-Name: " + tool);
        request.params().put("name", tool).set("arguments", JsonMapper.shared().readTree(arguments));
        return request;
    }

    public ObjectNode message() {
        return message;
    }

    public ObjectNode params() {
        return message.withObject("params");
    }

    public ObjectNode meta() {
        return params().withObject("_meta");
    }

    public ModernRequest meta(String name, @Nullable String json) {
        if (json == null) {
            meta().remove(META + name);
        } else {
            meta().set(META + name, JsonMapper.shared().readTree(json));
        }
        return this;
    }

    public ModernRequest name(String name) {
        params().put("name", name);
        return this;
    }

    /** Adds a header, even if there is one with the same name. */
    public ModernRequest with(String headerLine) {
        headers.add(headerLine);
        return this;
    }

    public ModernRequest without(String header) {
        headers.removeIf(line -> line.regionMatches(true, 0, header + ":", 0, header.length() + 1));
        return this;
    }

    /** Replaces the headers with the same name. */
    public ModernRequest instead(String headerLine) {
        return without(headerLine.substring(0, headerLine.indexOf(':'))).with(headerLine);
    }

    public byte[] bytes() {
        return RawHttp.request("POST /mcp", message.toString().getBytes(UTF_8), headers.toArray(String[]::new));
    }

    public RawHttp.Response send(int port) {
        try (RawHttp connection = RawHttp.connect(port)) {
            connection.send(bytes());
            return connection.receive();
        }
    }
}

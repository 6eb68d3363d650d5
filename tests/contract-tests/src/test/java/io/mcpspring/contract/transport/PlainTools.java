package io.mcpspring.contract.transport;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.tool.McpToolDefinition;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The tools of the servers in the tests of this package, and requests that call them. */
final class PlainTools {

    static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";

    static final String INITIALIZED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

    @McpTool(description = "Greets somebody")
    String greet(String name) {
        return "Hello, " + name + "!";
    }

    /** Clients of 2026-07-28 repeat its arguments in headers. */
    @Bean
    McpToolDefinition book() {
        return McpToolDefinition.named("book")
                .description("Books a truck")
                .inputSchema(JsonMapper.shared().readTree("""
                {
                  "type": "object",
                  "properties": {
                    "region": {"type": "string", "x-mcp-header": "Region"},
                    "count": {"type": "integer", "x-mcp-header": "Count"},
                    "express": {"type": "boolean", "x-mcp-header": "Express"},
                    "load": {
                      "type": "object",
                      "properties": {
                        "pallets": {"type": "integer", "x-mcp-header": "Pallets"},
                        "owner": {
                          "type": "object",
                          "properties": {"name": {"type": "string", "x-mcp-header": "Owner"}}
                        }
                      }
                    }
                  }
                }"""))
                .call((arguments, exchange) -> "booked")
                .build();
    }

    /** Returns a request of a legacy revision. */
    static String request(String method) {
        return "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" + method + "\"}";
    }

    /** Returns the parameters of a call. */
    static ObjectNode callParams(String tool, String argument, String value) {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", tool);
        params.putObject("arguments").put(argument, value);
        return params;
    }

    /** Returns the usual headers of a client and additional ones as lines. */
    static String[] lines(Map<String, String> headers, String... more) {
        return Stream.concat(
                        headers.entrySet().stream().map(header -> header.getKey() + ": " + header.getValue()),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    static String[] lines(McpTestClient client, String... more) {
        return lines(client.headers(), more);
    }
}

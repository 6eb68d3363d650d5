package io.mcpspring.contract.prompt;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Returns the capabilities that a server declares now, in each revision. */
final class Capabilities {

    private Capabilities() {}

    static JsonNode of(TestServer server, ProtocolVersion version) {
        McpTestClient client = server.client(version);
        if (version.isModern()) {
            return client.request("server/discover", "{}").result().get("capabilities");
        }
        Map<String, String> headers = client.headers();
        headers.remove("Mcp-Session-Id");
        return client.post("""
                {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "%s",
                 "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
                """.formatted(version), headers).result().get("capabilities");
    }
}

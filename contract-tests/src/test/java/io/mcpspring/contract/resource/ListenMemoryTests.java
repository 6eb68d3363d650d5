package io.mcpspring.contract.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A subscription does not keep its parameters in memory. */
class ListenMemoryTests {

    static class Tools {

        @McpTool(description = "Greets")
        String greet() {
            return "hello";
        }
    }

    private final TestServer server = TestServer.shared(Tools.class, "mcp.server.http.max-request-size=16MB");

    private final McpTestClient client = server.client(ProtocolVersion.V2026_07_28);

    @Test
    void theParametersOfASubscriptionDoNotTakeTheMemoryOfRequests() {
        int size = 15_000_000;
        long streams = Runtime.getRuntime().maxMemory() / 8 / size + 2;
        String junk = "x".repeat(size);
        List<EventStream> open = new ArrayList<>();
        try {
            for (long i = 0; i < streams; i++) {
                ObjectNode params = JsonMapper.shared().createObjectNode().put("junk", junk);
                params.putObject("notifications").put("toolsListChanged", true);
                EventStream stream = client.stream("subscriptions/listen", params);
                open.add(stream);
                assertThat(stream.nextMessage().get("method").stringValue())
                        .isEqualTo("notifications/subscriptions/acknowledged");
            }
        } finally {
            open.forEach(EventStream::close);
        }
    }
}

package io.mcpspring.contract.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A subscription does not keep its parameters in memory. */
class ListenMemoryTests {

    static class Tools {

        @McpTool(description = "Greets")
        String greet() {
            return "hello";
        }
    }

    private final TestServer server = TestServer.shared(Tools.class, "mcp.server.http.max-request-size=16MB");

    @Test
    void theParametersOfSubscriptionsAreNotKept() {
        int size = 15_000_000;
        // Together larger than the memory of requests: if they were counted still, the last ones would be refused.
        long streams = Runtime.getRuntime().maxMemory() / 8 / size + 2;
        byte[] request = subscription(size);
        long before = usedHeap();
        List<RawHttp> open = new ArrayList<>();
        try {
            for (long i = 0; i < streams; i++) {
                RawHttp connection = RawHttp.connect(server.port());
                open.add(connection);
                connection.send(request);
                assertThat(connection.receiveHead().header("Content-Type")).isEqualTo("text/event-stream");
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> usedHeap() - before < streams * size / 2);
        } finally {
            open.forEach(RawHttp::close);
        }
    }

    private static byte[] subscription(int size) {
        ModernRequest request = ModernRequest.of("subscriptions/listen");
        request.params()
                .put("name", "x".repeat(size))
                .putObject("notifications")
                .put("toolsListChanged", true);
        return request.bytes();
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}

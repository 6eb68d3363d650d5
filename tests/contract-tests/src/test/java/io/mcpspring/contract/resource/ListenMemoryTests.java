package io.mcpspring.contract.resource;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.annotation.McpResource;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A subscription does not keep the parameters of its request in memory, although the request is observed. */
@Tag("alone")
class ListenMemoryTests {

    private static final int SIZE = 15_000_000;

    /**
     * Together larger than the memory of requests, which is an eighth of a heap of 1 GB: if they were counted still,
     * the last ones would be refused.
     */
    private static final int SUBSCRIPTIONS = 10;

    static class Application {

        @McpResource(uri = "s://news")
        String news() {
            return "none";
        }

        @Bean
        ObservationRegistry observations() {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(context -> true);
            return registry;
        }
    }

    @EveryRevision
    void theParametersOfSubscriptionsAreNotKept(ProtocolVersion version) {
        List<RawHttp> open = new ArrayList<>();
        try (TestServer server = TestServer.start(
                Application.class, "server.shutdown=immediate", "mcp.server.http.max-request-size=16MB")) {
            long before = usedHeap();
            for (int i = 0; i < SUBSCRIPTIONS; i++) {
                open.add(subscribe(server, server.client(version)));
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> usedHeap() - before < (long) SUBSCRIPTIONS * SIZE / 2);
        } finally {
            open.forEach(RawHttp::close);
        }
    }

    /** Returns the connection, on which a modern client listens. */
    private static RawHttp subscribe(TestServer server, McpTestClient client) {
        boolean modern = client.version().isModern();
        String method = modern ? "subscriptions/listen" : "resources/subscribe";
        ObjectNode params = JsonMapper.shared().createObjectNode();
        params.put("uri", "s://news").putObject("notifications").put("resourcesListChanged", true);
        params.put("junk", "x".repeat(SIZE));
        RawHttp connection = RawHttp.connect(server.port());
        connection.send(RawHttp.request(
                "POST /mcp",
                client.body(method, params).getBytes(UTF_8),
                client.headers(method, params).entrySet().stream()
                        .map(header -> header.getKey() + ": " + header.getValue())
                        .toArray(String[]::new)));
        RawHttp.Response head = connection.receiveHead();
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("Content-Type")).isEqualTo(modern ? "text/event-stream" : "application/json");
        return connection;
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}

package io.mcpspring.observability;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.annotation.McpTool;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A subscription whose request is observed does not keep its parameters in memory. */
class ListenMemoryTests {

    private static final int SIZE = 15_000_000;

    @EveryStack
    void theParametersOfSubscriptionsAreNotKept(Setup setup) throws Exception {
        try (ObservedServer server =
                ObservedServer.start(setup, Greeting.class, "mcp.server.http.max-request-size=16MB")) {
            long streams = Runtime.getRuntime().maxMemory() / 8 / SIZE + 2;
            HttpRequest request = subscription(server);
            HttpClient client = HttpClient.newHttpClient();
            long before = usedHeap();
            List<InputStream> open = new ArrayList<>();
            try {
                for (long i = 0; i < streams; i++) {
                    HttpResponse<InputStream> response =
                            client.send(request, HttpResponse.BodyHandlers.ofInputStream());
                    open.add(response.body());
                    assertThat(response.headers().firstValue("Content-Type")).hasValue("text/event-stream");
                }
                await().atMost(Duration.ofSeconds(60)).until(() -> usedHeap() - before < streams * SIZE / 2);
            } finally {
                for (InputStream stream : open) {
                    stream.close();
                }
            }
        }
    }

    private static HttpRequest subscription(ObservedServer server) {
        ObjectNode message = JsonMapper.shared().createObjectNode();
        message.put("jsonrpc", "2.0").put("id", 1).put("method", "subscriptions/listen");
        ObjectNode params = message.putObject("params").put("junk", "x".repeat(SIZE));
        params.putObject("notifications").put("toolsListChanged", true);
        params.putObject("_meta")
                .put("io.modelcontextprotocol/protocolVersion", Setup.WEBFLUX_MODERN.revision)
                .putObject("io.modelcontextprotocol/clientCapabilities");
        byte[] body = message.toString().getBytes(UTF_8);
        return server.request("/mcp")
                .version(HttpClient.Version.HTTP_1_1)
                .header("Content-Type", "application/json")
                .header("Accept", "application/json, text/event-stream")
                .header("MCP-Protocol-Version", Setup.WEBFLUX_MODERN.revision)
                .header("Mcp-Method", "subscriptions/listen")
                // Of the bytes themselves, the client would keep a copy.
                .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body)))
                .build();
    }

    private static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Configuration(proxyBeanMethods = false)
    static class Greeting {

        @Bean
        Tools tools() {
            return new Tools();
        }
    }

    static class Tools {

        @McpTool(description = "Greets")
        String greet() {
            return "hello";
        }
    }
}

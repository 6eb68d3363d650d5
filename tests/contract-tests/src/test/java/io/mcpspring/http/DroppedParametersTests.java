package io.mcpspring.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.RawHttp;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The parameters of a request are dropped after they were read, and its bytes are counted until it ends. */
class DroppedParametersTests {

    private static final String JUNK = "[" + "1.25,".repeat(25_000) + "1]";

    private static final BlockingQueue<WeakReference<JsonNode>> PARAMETERS = new LinkedBlockingQueue<>();

    private static final BlockingQueue<MonoSink<McpResult>> RUNNING = new LinkedBlockingQueue<>();

    /** Keeps nothing of its parameters. */
    private record Lasting(String method, boolean talks) implements FlowServer.NamedHandler {

        @Override
        public Mono<? extends McpResult> handle(ObjectNode params, Exchange exchange) {
            PARAMETERS.add(new WeakReference<>(params.get("junk")));
            if (talks) {
                exchange.send(new JsonRpcNotification("notifications/progress", Map.of("progress", 1)));
            }
            return Mono.<McpResult>create(RUNNING::add);
        }
    }

    private static final List<String> METHODS = List.of("test/silent", "test/talking");

    private static final FlowServer SERVER =
            FlowServer.with(new Lasting("test/silent", false), new Lasting("test/talking", true));

    @Test
    void aModernRequestKeepsNoParameters() throws InterruptedException {
        List<RawHttp> connections = new ArrayList<>();
        for (String method : METHODS) {
            ModernRequest request = ModernRequest.of(method);
            request.params().set("junk", JsonMapper.shared().readTree(JUNK));
            connections.add(send(request.bytes()));
            RUNNING.take();
        }
        assertAreGone(METHODS.size());
        assertThat(SERVER.requestBytes()).isGreaterThan(100_000 * METHODS.size());
        connections.forEach(RawHttp::close);
        await().atMost(Duration.ofSeconds(60)).until(() -> SERVER.requestBytes() == 0);
    }

    @Test
    void aLegacyRequestKeepsNoParameters() throws InterruptedException {
        List<RawHttp> connections = new ArrayList<>();
        for (String method : METHODS) {
            for (String accept : List.of("application/json", "text/event-stream", "*/*")) {
                connections.add(send(RawHttp.request(
                        "POST /mcp",
                        request(method, 1).getBytes(UTF_8),
                        SERVER.session(ProtocolVersion.V2025_11_25),
                        "Accept: " + accept)));
            }
        }
        assertAreGone(connections.size());
        connections.forEach(RawHttp::close);
        for (int left = connections.size(); left > 0; left--) {
            assertThat(SERVER.requestBytes())
                    .as("while %s run without a client", left)
                    .isGreaterThan(100_000 * left);
            long before = SERVER.requestBytes();
            RUNNING.take().success(new EmptyResult());
            await().atMost(Duration.ofSeconds(60)).until(() -> SERVER.requestBytes() < before);
        }
        assertThat(SERVER.requestBytes()).isZero();
    }

    private static RawHttp send(byte[] request) {
        RawHttp connection = RawHttp.connect(SERVER.port());
        connection.send(request);
        return connection;
    }

    @Test
    void bytesOfABatchAreCountedUntilItsLastRequestEnds() throws InterruptedException {
        try (RawHttp connection = RawHttp.connect(SERVER.port())) {
            connection.send(RawHttp.request(
                    "POST /mcp",
                    ("[" + request("test/silent", 1) + "," + request("test/silent", 2) + "]").getBytes(UTF_8),
                    SERVER.session(ProtocolVersion.V2025_03_26)));
            MonoSink<McpResult> first = RUNNING.take();
            assertAreGone(1);
            first.success(new EmptyResult());
            MonoSink<McpResult> second = RUNNING.take();
            assertAreGone(1);
            assertThat(SERVER.requestBytes()).isGreaterThan(200_000);
            second.success(new EmptyResult());
            assertThat(connection.receive().json()).hasSize(2);
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> SERVER.requestBytes() == 0);
    }

    /** The parameters of the next requests are not kept. */
    private static void assertAreGone(int count) throws InterruptedException {
        List<WeakReference<JsonNode>> parameters = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parameters.add(PARAMETERS.poll(60, TimeUnit.SECONDS));
        }
        // A collection takes long in a process with many servers, and is rarely repeated.
        await().pollDelay(Duration.ZERO).atMost(Duration.ofSeconds(60)).until(() -> {
            System.gc();
            return parameters.stream().allMatch(reference -> reference.get() == null);
        });
    }

    private static String request(String method, int id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{\"junk\":" + JUNK
                + "}}";
    }
}

package io.mcpspring.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.http.FlowServer.Handler;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.RawHttp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/** Requests share a memory budget, and those beyond the share of a caller are refused. */
class RequestMemoryTests {

    private static final BlockingQueue<MonoSink<McpResult>> RUNNING = new LinkedBlockingQueue<>();

    private static final FlowServer SERVER =
            FlowServer.with(new Handler("test/lasting", (params, exchange) -> Mono.<McpResult>create(RUNNING::add)));

    @Test
    void aRequestIsRefusedForSomeSecondsWhileOthersHaveTheMemory() throws InterruptedException {
        ModernRequest request = ModernRequest.of("test/lasting");
        request.params().put("junk", "x".repeat(950_000));
        List<RawHttp> connections = new ArrayList<>();
        List<MonoSink<McpResult>> running = new ArrayList<>();
        for (int i = 0; i < 15; i++) {
            RawHttp connection = RawHttp.connect(SERVER.port());
            connections.add(connection);
            connection.send(request.bytes());
            running.add(RUNNING.poll(20, TimeUnit.SECONDS));
        }
        try (RawHttp connection = RawHttp.connect(SERVER.port())) {
            connection.send(RawHttp.head("POST /mcp", "Content-Type: application/json", "Content-Length: 1000000"));
            // The last one exceeds the memory, so that no byte is left that the server does not read.
            connection.send(" ".repeat((int) SERVER.requestBytesLeft() + 1));
            RawHttp.Response refused = connection.receive();
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).isEqualTo("5");
            assertThat(refused.header("Connection")).isEqualTo("close");
            assertThat(refused.json().at("/error/message").stringValue()).contains("too many large requests");
        }

        running.forEach(result -> result.success(new EmptyResult()));
        for (RawHttp connection : connections) {
            assertThat(connection.receive().status()).isEqualTo(200);
            connection.close();
        }
        await().atMost(Duration.ofSeconds(20)).until(() -> SERVER.requestBytes() == 0);
        try (RawHttp connection = RawHttp.connect(SERVER.port())) {
            connection.send(request.bytes());
            RUNNING.take().success(new EmptyResult());
            assertThat(connection.receive().status()).isEqualTo(200);
        }
    }
}

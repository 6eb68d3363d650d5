package io.mcpspring.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.http.FlowServer.Handler;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RenderedResult;
import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.RecordedLog;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Clients that disconnect during a large result do not cause warnings. */
class LeavingClientTests {

    private static final byte[] RESULT = ("{\"text\":\"" + "x".repeat(2 * 1024 * 1024) + "\"}").getBytes(UTF_8);

    private static final FlowServer SERVER = FlowServer.with(
            new Handler(
                    "test/quiet",
                    (params, exchange) -> Mono.fromCallable(() -> RenderedResult.once(RESULT))
                            .subscribeOn(Schedulers.boundedElastic())),
            new Handler(
                    "test/talking",
                    (params, exchange) -> Mono.fromCallable(() -> {
                                exchange.send(new JsonRpcNotification("notifications/progress", Map.of("progress", 1)));
                                return RenderedResult.once(RESULT);
                            })
                            .subscribeOn(Schedulers.boundedElastic())));

    @ParameterizedTest
    @ValueSource(strings = {"test/quiet", "test/talking"})
    void nothingIsLoggedWhenClientsLeave(String method) {
        String session = SERVER.session(ProtocolVersion.V2025_06_18);
        try (RecordedLog log = new RecordedLog()) {
            for (int i = 0; i < 60; i++) {
                String body = "{\"jsonrpc\":\"2.0\",\"id\":" + i + ",\"method\":\"" + method + "\"}";
                leave(RawHttp.request("POST /mcp", body.getBytes(UTF_8), session), i);
                leave(ModernRequest.of(method).bytes(), i);
            }
            until(() -> SERVER.requestBytes() == 0);
            assertThat(ModernRequest.of(method).send(SERVER.port()).status()).isEqualTo(200);
            assertThat(log.worries()).isEmpty();
        }
    }

    @Test
    void nothingIsLoggedWhenClientsLeaveBeforeTheirRequestIsComplete() {
        try (RecordedLog log = new RecordedLog()) {
            for (int i = 0; i < 20; i++) {
                try (RawHttp connection = RawHttp.connect(SERVER.port())) {
                    connection.send(("POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    + "Content-Length: 100000\r\n\r\n{" + " ".repeat(50_000))
                            .getBytes(UTF_8));
                    until(() -> SERVER.requestBytes() > 0);
                }
                until(() -> SERVER.requestBytes() == 0);
            }
            assertThat(ModernRequest.of("test/quiet").send(SERVER.port()).status())
                    .isEqualTo(200);
            assertThat(log.worries()).isEmpty();
        }
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofSeconds(30))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(5))
                .until(condition);
    }

    // At once, at the beginning of the response, or within it.
    private static void leave(byte[] request, int turn) {
        try (RawHttp connection = RawHttp.connect(SERVER.port())) {
            connection.send(request);
            if (turn % 3 > 0) {
                connection.receiveHead();
            }
        }
    }
}

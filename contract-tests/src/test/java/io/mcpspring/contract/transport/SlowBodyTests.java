package io.mcpspring.contract.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** A body must arrive within the time limit, independent of its size and transfer coding. */
class SlowBodyTests {

    private final TestServer server = TestServer.shared(PlainTools.class, "mcp.server.http.read-timeout=600ms");

    private final McpTestClient client = server.client(ProtocolVersion.V2025_11_25);

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT"})
    void aBodyThatDoesNotArriveIsRefused(String method) {
        for (String length : new String[] {
            "Content-Length: 10", "Content-Length: 16384", "Content-Length: 1000000", "Transfer-Encoding: chunked"
        }) {
            try (RawHttp connection = RawHttp.connect(server.port())) {
                connection.send(RawHttp.head(method + " /mcp", PlainTools.lines(client, length)));
                closes(method, connection);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT"})
    void aBodyThatArrivesTooSlowlyIsRefused(String method) {
        for (int length : new int[] {100, 100_000}) {
            try (RawHttp connection = RawHttp.connect(server.port())) {
                connection.send(RawHttp.head(method + " /mcp", PlainTools.lines(client, "Content-Length: " + length)));
                Disposable trickle = trickle(connection);
                closes(method, connection);
                trickle.dispose();
            }
        }
    }

    @Test
    void aBodyMayArriveInParts() {
        byte[] request = RawHttp.request("POST /mcp", PlainTools.PING.getBytes(UTF_8), PlainTools.lines(client));
        try (RawHttp connection =
                RawHttp.connect(TestServer.shared(PlainTools.class).port())) {
            connection.send(Arrays.copyOf(request, request.length - 5));
            connection.send(Arrays.copyOfRange(request, request.length - 5, request.length));
            assertThat(connection.receive().json().has("result")).isTrue();
        }
    }

    private static void closes(String method, RawHttp connection) {
        RawHttp.Response response = connection.receive();
        assertThat(response.status()).as(response.toString()).isEqualTo(method.equals("POST") ? 408 : 405);
        assertThat(response.header("Connection")).isEqualTo("close");
        connection.countRest();
    }

    // Sends faster than the limit for pauses, until the connection ends.
    private static Disposable trickle(RawHttp connection) {
        return Flux.interval(Duration.ofMillis(20), Schedulers.boundedElastic())
                .doOnNext(tick -> connection.send(" "))
                .subscribe(tick -> {}, closed -> {});
    }
}

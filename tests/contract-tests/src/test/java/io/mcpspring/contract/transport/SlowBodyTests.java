package io.mcpspring.contract.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.WebStack;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** A body must arrive within the time limit, independent of its size and transfer coding. */
class SlowBodyTests {

    private final TestServer server = TestServer.shared(
            PlainTools.class, "mcp.server.http.read-timeout=600ms", "server.jetty.connection-idle-timeout=3s");

    private final McpTestClient client = server.client(ProtocolVersion.V2025_11_25);

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT"})
    void aBodyThatDoesNotArriveIsRefused(String method) {
        List<RawHttp> connections = Stream.of(
                        "Content-Length: 10",
                        "Content-Length: 16384",
                        "Content-Length: 1000000",
                        "Transfer-Encoding: chunked")
                .map(length -> begin(method, length))
                .toList();
        connections.forEach(connection -> closes(method, connection));
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT"})
    void aBodyThatArrivesTooSlowlyIsRefused(String method) {
        List<RawHttp> connections = Stream.of("Content-Length: 100", "Content-Length: 100000")
                .map(length -> begin(method, length))
                .toList();
        List<Disposable> trickles =
                connections.stream().map(SlowBodyTests::trickle).toList();
        connections.forEach(connection -> closes(method, connection));
        trickles.forEach(Disposable::dispose);
    }

    private RawHttp begin(String method, String length) {
        RawHttp connection = RawHttp.connect(server.port());
        connection.send(RawHttp.head(method + " /mcp", PlainTools.lines(client, length)));
        return connection;
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
        // A servlet container reads the rest of a body itself before the next request.
        if (method.equals("POST") || !WebStack.isServlet()) {
            assertThat(response.header("Connection")).isEqualTo("close");
        }
        if (!WebStack.isServlet()) {
            connection.countRest();
        }
        connection.close();
    }

    // Sends faster than the limit for pauses, until the connection ends.
    private static Disposable trickle(RawHttp connection) {
        return Flux.interval(Duration.ofMillis(20), Schedulers.boundedElastic())
                .doOnNext(tick -> connection.send(" "))
                .subscribe(tick -> {}, closed -> {});
    }
}

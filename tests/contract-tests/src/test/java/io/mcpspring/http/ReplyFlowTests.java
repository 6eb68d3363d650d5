package io.mcpspring.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.exchange.Exchange;
import io.mcpspring.http.FlowServer.Handler;
import io.mcpspring.protocol.EmptyResult;
import io.mcpspring.protocol.JsonRpcNotification;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.McpResult;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RenderedResult;
import io.mcpspring.support.ModernRequest;
import io.mcpspring.support.RawHttp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

/** The messages of a handler are sent first, and then exactly one response. */
class ReplyFlowTests {

    private static final String LIST = "{\"tools\":[],\"note\":\"" + "written beforehand ".repeat(5000) + "\"}";

    private static final Sinks.One<McpResult> HELD = Sinks.one();

    private static final Semaphore STARTED = new Semaphore(0);

    private static final Semaphore CANCELLED = new Semaphore(0);

    private static final FlowServer SERVER = FlowServer.with(
            new Handler(
                    "test/list",
                    (params, exchange) -> Mono.just(RenderedResult.often(LIST.getBytes(StandardCharsets.UTF_8)))),
            new Handler("test/plain", (params, exchange) -> Mono.just(new EmptyResult())),
            new Handler("test/event", (params, exchange) -> {
                send(exchange, 1);
                return Mono.fromCallable(() -> send(exchange, 2)).subscribeOn(Schedulers.boundedElastic());
            }),
            new Handler("test/held", (params, exchange) -> {
                send(exchange, 1);
                return HELD.asMono().doOnNext(result -> send(exchange, 2));
            }),
            new Handler(
                    "test/late",
                    (params, exchange) ->
                            Mono.fromCallable(() -> send(exchange, 1)).subscribeOn(Schedulers.boundedElastic())),
            new Handler("test/mismatch", (params, exchange) -> {
                throw McpProtocolException.headerMismatch("Mcp-Param-X differs");
            }),
            new Handler(
                    "test/capability",
                    (params, exchange) -> Mono.error(McpProtocolException.missingClientCapability(
                            "No elicitation", Map.of("elicitation", Map.of())))),
            new Handler("test/tooLate", (params, exchange) -> {
                send(exchange, 1);
                return Mono.error(McpProtocolException.headerMismatch("Mcp-Param-X differs"));
            }),
            new Handler("test/own", (params, exchange) -> Mono.error(new McpProtocolException(7, "Own", List.of(1)))),
            new Handler("test/unhandled", (params, exchange) -> Mono.error(new IllegalStateException("secret"))),
            new Handler("test/never", (params, exchange) -> never()),
            new Handler("test/eventThenNever", (params, exchange) -> {
                send(exchange, 1);
                return never();
            }));

    @Test
    void aSerializedListIsCopiedIntoTheResponse() {
        RawHttp.Response modern = ModernRequest.of("test/list").send(SERVER.port());
        assertThat(modern.text()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"m-1\",\"result\":" + LIST + "}");
        RawHttp.Response legacy = legacy(request(1, "test/list"), ProtocolVersion.V2025_11_25);
        assertThat(legacy.text()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + LIST + "}");
        assertThat(legacy.header("Content-Type")).isEqualTo("application/json");
    }

    @Test
    void aBatchWithoutEventsIsOneArray() {
        RawHttp.Response response = legacy(
                "[" + request(1, "test/list") + "," + request(2, "test/plain") + "]", ProtocolVersion.V2025_03_26);
        assertThat(response.header("Content-Type")).isEqualTo("application/json");
        assertThat(response.text())
                .isEqualTo("[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + LIST
                        + "},{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}]");
    }

    @Test
    void anEventBeforeTheResponseMakesAStream() {
        for (RawHttp.Response response : List.of(
                ModernRequest.of("test/event").send(SERVER.port()),
                legacy(request(1, "test/event"), ProtocolVersion.V2025_11_25))) {
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.header("Content-Type")).isEqualTo("text/event-stream");
            assertThat(response.header("X-Accel-Buffering")).isEqualTo("no");
            assertThat(response.header("Cache-Control")).isEqualTo("no-cache, no-transform");
            List<String> blocks = List.of(withoutIds(response).split("\n\n"));
            assertThat(blocks).hasSize(4);
            assertThat(blocks.get(0)).isIn(":", "data: ");
            assertThat(blocks.get(1)).isEqualTo("event: message\ndata: " + event(1));
            assertThat(blocks.get(2)).isEqualTo("event: message\ndata: " + event(2));
            assertThat(blocks.get(3))
                    .startsWith("event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":")
                    .contains("\"result\":{");
            assertThat(response.text()).endsWith("}\n\n");
        }
    }

    @Test
    void eventsAreSentBeforeTheResponse() throws IOException {
        try (RawHttp connection = RawHttp.connect(SERVER.port())) {
            connection.send(RawHttp.request(
                    "POST /mcp",
                    request(1, "test/held").getBytes(StandardCharsets.UTF_8),
                    SERVER.session(ProtocolVersion.V2025_06_18)));
            assertThat(connection.receiveHead().header("Content-Type")).isEqualTo("text/event-stream");
            assertThat(lineWithText(connection)).isEqualTo(":");
            assertThat(lineWithText(connection)).isEqualTo("data: " + event(1));
            HELD.tryEmitValue(new EmptyResult());
            assertThat(lineWithText(connection)).isEqualTo("data: " + event(2));
            assertThat(lineWithText(connection)).isEqualTo("data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
        }
    }

    @Test
    void aClientOfJsonGetsNoEvents() {
        RawHttp.Response response = ModernRequest.of("test/event")
                .instead("Accept: application/json")
                .send(SERVER.port());
        assertThat(response.json().at("/result/resultType").stringValue()).isEqualTo("complete");
    }

    @Test
    void anEventInABatchMakesAStreamOfSingleMessages() {
        RawHttp.Response response = legacy(
                "[" + request(1, "test/plain") + "," + request(2, "test/list") + "," + request(3, "test/late") + "]",
                ProtocolVersion.V2025_03_26);
        assertThat(response.header("Content-Type")).isEqualTo("text/event-stream");
        String list = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":" + LIST + "}";
        String event = "event: message\ndata: " + event(1);
        String late = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{}}";
        String plain = "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";
        assertThat(withoutIds(response).split("\n\n")).containsExactly(":", plain, list, event, late);
    }

    @Test
    void aBatchForAClientOfJsonIsAnArray() {
        RawHttp.Response response = legacy(
                "[" + request(1, "test/event") + "," + request(2, "test/late") + "]",
                ProtocolVersion.V2025_03_26,
                "Accept: application/json");
        assertThat(response.json().size()).isEqualTo(2);
    }

    @Test
    void aStreamHasTheSessionId() {
        try (FlowServer server = FlowServer.with(new Handler("initialize", (params, exchange) -> {
            send(exchange, 1);
            return Mono.just(new EmptyResult());
        }))) {
            RawHttp.Response response = RawHttp.post(
                    server.port(),
                    "{\"jsonrpc\":\"2.0\",\"id\":1,"
                            + "\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2025-06-18\"}}");
            assertThat(response.header("Content-Type")).isEqualTo("text/event-stream");
            assertThat(response.header("Mcp-Session-Id")).isNotBlank();
        }
    }

    @Test
    void aHeaderMismatchFoundByAHandlerIsABadRequest() {
        RawHttp.Response response = ModernRequest.of("test/mismatch").send(SERVER.port());
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.errorCode()).isEqualTo(-32020);
        RawHttp.Response late = ModernRequest.of("test/tooLate").send(SERVER.port());
        assertThat(late.status()).isEqualTo(200);
        assertThat(late.text()).contains(event(1)).contains("-32020");
    }

    @Test
    void aMissingCapabilityFoundByAHandlerIsABadRequest() {
        RawHttp.Response response = ModernRequest.of("test/capability").send(SERVER.port());
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.errorCode()).isEqualTo(-32021);
        assertThat(response.json().at("/error/data").toString())
                .isEqualTo("{\"requiredCapabilities\":{\"elicitation\":{}}}");
    }

    @Test
    void anErrorOfAHandlerIsSentUnchanged() {
        RawHttp.Response response = ModernRequest.of("test/own").send(SERVER.port());
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.json().get("error").toString()).isEqualTo("{\"code\":7,\"message\":\"Own\",\"data\":[1]}");
    }

    @Test
    void anUnexpectedFailureIsNotDescribedToTheClient() {
        RawHttp.Response response = ModernRequest.of("test/unhandled").send(SERVER.port());
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.errorCode()).isEqualTo(-32603);
        assertThat(response.text()).doesNotContain("secret").doesNotContain("Exception");
    }

    @ParameterizedTest
    @ValueSource(strings = {"test/never", "test/eventThenNever"})
    void aDisconnectOfAModernClientCancelsTheWork(String method) throws InterruptedException {
        for (String accept : List.of("application/json", "application/json, text/event-stream")) {
            try (RawHttp connection = RawHttp.connect(SERVER.port())) {
                connection.send(
                        ModernRequest.of(method).instead("Accept: " + accept).bytes());
                assertThat(STARTED.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
                assertThat(CANCELLED.availablePermits()).isZero();
            }
            assertThat(CANCELLED.tryAcquire(30, TimeUnit.SECONDS))
                    .as("cancelled")
                    .isTrue();
        }
    }

    private static Mono<McpResult> never() {
        return Mono.<McpResult>never()
                .doOnSubscribe(subscription -> STARTED.release())
                .doOnCancel(CANCELLED::release);
    }

    private static McpResult send(Exchange exchange, int number) {
        exchange.send(new JsonRpcNotification("notifications/progress", Map.of("progress", number)));
        return new EmptyResult();
    }

    private static String event(int number) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progress\":" + number + "}}";
    }

    private static String request(int id, String method) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\"}";
    }

    private static RawHttp.Response legacy(String body, ProtocolVersion version, String... headers) {
        return RawHttp.post(
                SERVER.port(),
                body,
                Stream.concat(Stream.of(SERVER.session(version)), Stream.of(headers))
                        .toArray(String[]::new));
    }

    // Chunk sizes and empty lines are skipped.
    private static String lineWithText(RawHttp connection) throws IOException {
        String line = connection.line();
        return line.isEmpty() || line.matches("[0-9a-fA-F]+|id: .*|event: message") ? lineWithText(connection) : line;
    }

    private static String withoutIds(RawHttp.Response response) {
        return response.text().replaceAll("id: [0-9a-f]+-\\d+\n", "");
    }
}

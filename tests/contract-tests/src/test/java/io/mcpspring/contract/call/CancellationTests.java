package io.mcpspring.contract.call;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A client cancels its call: in 2026-07-28 it closes the response, in older revisions it sends a notification. */
class CancellationTests {

    private static final String JSON_ONLY = "application/json";

    private static final String BOTH = "application/json, text/event-stream";

    private static final List<String> STYLES = List.of("blocking", "mono", "flux", "future");

    private static final List<ProtocolVersion> LEGACY =
            Revisions.every().stream().filter(version -> !version.isModern()).toList();

    /** State that a test shares with its tools. */
    private static final class Probe {

        final Semaphore started = new Semaphore(0);

        final Semaphore stopped = new Semaphore(0);

        final Semaphore finished = new Semaphore(0);

        final Semaphore cancelled = new Semaphore(0);

        final CountDownLatch release = new CountDownLatch(1);

        final Sinks.Empty<String> releaseSink = Sinks.empty();

        final CompletableFuture<String> future = new CompletableFuture<>();

        final List<McpRequestContext> exchanges = new CopyOnWriteArrayList<>();

        void release() {
            release.countDown();
            releaseSink.tryEmitEmpty();
            future.complete("done");
        }
    }

    private static volatile Probe probe = new Probe();

    static class Tools {

        @McpTool(description = "Blocks")
        String blocking(boolean talk, McpExchange exchange) throws InterruptedException {
            Probe mine = begin(talk, exchange);
            try {
                mine.release.await();
            } catch (InterruptedException interrupt) {
                mine.stopped.release();
                throw interrupt;
            }
            mine.finished.release();
            return "done";
        }

        @McpTool(description = "Waits")
        Mono<String> mono(boolean talk, ReactiveMcpExchange exchange) {
            Probe mine = probe;
            return mine.releaseSink
                    .asMono()
                    .thenReturn("done")
                    .doOnSubscribe(subscription -> begin(talk, exchange))
                    .doOnCancel(mine.stopped::release)
                    .doOnSuccess(done -> mine.finished.release());
        }

        @McpTool(description = "Waits")
        Flux<String> flux(boolean talk, ReactiveMcpExchange exchange) {
            return mono(talk, exchange).flux();
        }

        @McpTool(description = "Waits")
        CompletableFuture<String> future(boolean talk, McpExchange exchange) {
            Probe mine = begin(talk, exchange);
            mine.future.whenComplete((done, failure) -> (failure == null ? mine.finished : mine.stopped).release());
            return mine.future;
        }

        @McpTool(description = "Talks on after it was cancelled")
        String stubborn(McpExchange exchange) {
            Probe mine = begin(true, exchange);
            boolean interrupted = false;
            while (mine.release.getCount() > 0) {
                try {
                    mine.release.await();
                } catch (InterruptedException interrupt) {
                    interrupted = true;
                    mine.stopped.release();
                }
            }
            exchange.log(LoggingLevel.ALERT, "still here");
            exchange.progress(2);
            mine.finished.release();
            if (interrupted) {
                throw new IllegalStateException("after the end");
            }
            return "too late";
        }

        private static Probe begin(boolean talk, McpRequestContext exchange) {
            Probe mine = probe;
            mine.exchanges.add(exchange);
            exchange.onCancel(mine.cancelled::release);
            if (talk) {
                exchange.log(LoggingLevel.ALERT, "begun");
            }
            mine.started.release();
            return mine;
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class, TestServer.DETECTS_LOST_CLIENTS);

    @BeforeEach
    void reset() {
        probe = new Probe();
    }

    static Stream<Arguments> stylesAndTalk() {
        return STYLES.stream().flatMap(style -> Stream.of(Arguments.of(style, true), Arguments.of(style, false)));
    }

    @ParameterizedTest
    @MethodSource("stylesAndTalk")
    void aModernClientThatClosesTheResponseEndsTheWork(String style, boolean talk) throws Exception {
        endsWhenTheClientLeaves(style, talk, BOTH);
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "mono", "flux", "future"})
    @OnNetty("Servlet containers detect a closed connection only when they write")
    void aModernClientThatAcceptsOnlyJsonEndsTheWorkAsWell(String style) throws Exception {
        endsWhenTheClientLeaves(style, true, JSON_ONLY);
    }

    private static void endsWhenTheClientLeaves(String style, boolean talk, String accept) throws Exception {
        McpTestClient client = SERVER.client(ProtocolVersion.V2026_07_28);
        try (RecordedLog log = new RecordedLog()) {
            RawHttp connection = begin(SERVER, client, style, talk, accept);
            assertThat(probe.exchanges.get(0).isCancelled()).isFalse();
            assertThat(probe.stopped.availablePermits()).isZero();
            connection.close();
            assertThat(probe.stopped.tryAcquire(30, TimeUnit.SECONDS))
                    .as("stopped")
                    .isTrue();
            await().until(() -> probe.exchanges.get(0).isCancelled());
            assertThat(probe.cancelled.tryAcquire(30, TimeUnit.SECONDS))
                    .as("action for the cancellation")
                    .isTrue();
            probe.release();
            assertThat(client.call("none").errorCode()).isEqualTo(-32602);
            assertThat(probe.finished.availablePermits()).isZero();
            assertIsQuiet(log);
            assertThat(log.worries()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"blocking", "mono", "flux", "future"})
    @OnServletContainers("Netty detects a closed connection at once")
    void aCallForAClientThatLeftAndAcceptsOnlyJsonRunsToItsEnd(String style) throws Exception {
        McpTestClient client = SERVER.client(ProtocolVersion.V2026_07_28);
        try (RecordedLog log = new RecordedLog()) {
            begin(SERVER, client, style, true, JSON_ONLY).close();
            probe.release();
            assertThat(probe.finished.tryAcquire(30, TimeUnit.SECONDS))
                    .as("finished")
                    .isTrue();
            assertThat(probe.stopped.availablePermits()).isZero();
            assertThat(client.call("none").errorCode()).isEqualTo(-32602);
            assertThat(log.worries()).isEmpty();
        }
    }

    @Test
    @OnServletContainers("Netty detects a closed connection at once")
    void aLostClientIsDetectedByTheSecondComment() throws Exception {
        TestServer server = TestServer.shared(Tools.class, "mcp.server.http.sse.keep-alive=1s");
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        try (RawHttp other = begin(server, client, "mono", true, BOTH)) {
            begin(server, client, "mono", false, BOTH).close();
            int comments = 0;
            while (probe.stopped.availablePermits() == 0) {
                comments += other.line().equals(":") ? 1 : 0;
            }
            // The stream of the other client begins with one, and may be ahead by one.
            assertThat(comments).isBetween(2, 4);
        }
    }

    @Test
    void theResponseMayBeClosedAtAnyMoment() throws Exception {
        McpTestClient client = SERVER.client(ProtocolVersion.V2026_07_28);
        try (RecordedLog log = new RecordedLog()) {
            for (int round = 1; round <= 10; round++) {
                for (int call = 1; call <= 10; call++) {
                    begin(SERVER, client, "blocking", true, BOTH).close();
                }
                assertThat(probe.stopped.tryAcquire(10, 30, TimeUnit.SECONDS))
                        .as("stopped in round %d", round)
                        .isTrue();
            }
            assertThat(log.worries()).isEmpty();
        }
    }

    @Test
    void messagesAfterADisconnectAreDropped() throws Exception {
        try (RecordedLog log = new RecordedLog()) {
            try (RawHttp connection =
                    begin(SERVER, SERVER.client(ProtocolVersion.V2026_07_28), "stubborn", true, BOTH)) {
                assertThat(connection.receiveHead().status()).isEqualTo(200);
            }
            assertThat(probe.stopped.tryAcquire(30, TimeUnit.SECONDS))
                    .as("stopped")
                    .isTrue();
            probe.release();
            assertThat(probe.finished.tryAcquire(30, TimeUnit.SECONDS))
                    .as("finished")
                    .isTrue();
            assertThat(SERVER.client(ProtocolVersion.V2026_07_28).call("none").errorCode())
                    .isEqualTo(-32602);
            assertIsQuiet(log);
            assertThat(log.worries()).isEmpty();
        }
    }

    private static void assertIsQuiet(RecordedLog log) {
        // Questions of other tests may end meanwhile.
        assertThat(log.lines())
                .filteredOn(line -> !line.endsWith("could not ask its client"))
                .as("lines of the log")
                .hasSizeLessThanOrEqualTo(1);
    }

    static Stream<Arguments> legacyStylesAndForms() {
        return LEGACY.stream()
                .flatMap(version -> STYLES.stream()
                        .flatMap(style -> Stream.of(
                                Arguments.of(version, style, true, BOTH),
                                Arguments.of(version, style, false, BOTH),
                                Arguments.of(version, style, true, JSON_ONLY))));
    }

    @ParameterizedTest
    @MethodSource("legacyStylesAndForms")
    @Tag("legacy")
    void aLegacyCallCompletesAfterADisconnect(ProtocolVersion version, String style, boolean talk, String accept)
            throws Exception {
        McpTestClient client = SERVER.client(version);
        try (RecordedLog log = new RecordedLog()) {
            begin(client, style, talk, accept).close();
            // The server may notice the end at any time, before or after the next request.
            assertThat(client.call("none").errorCode()).isEqualTo(-32602);
            assertThat(probe.exchanges.get(0).isCancelled()).isFalse();
            probe.release();
            assertThat(probe.finished.tryAcquire(30, TimeUnit.SECONDS))
                    .as("finished")
                    .isTrue();
            assertThat(probe.stopped.availablePermits()).isZero();
            assertThat(probe.cancelled.availablePermits()).isZero();
            assertIsQuiet(log);
            assertThat(log.worries()).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("legacyStylesAndForms")
    @Tag("legacy")
    void aNotificationCancelsALegacyCall(ProtocolVersion version, String style, boolean talk, String accept)
            throws Exception {
        McpTestClient client = SERVER.client(version);
        try (RecordedLog log = new RecordedLog();
                RawHttp connection = begin(client, style, talk, accept)) {
            client.notify(
                    "notifications/cancelled", "{\"requestId\": %d, \"reason\": \"bored\"}".formatted(client.lastId()));
            assertThat(probe.stopped.tryAcquire(30, TimeUnit.SECONDS))
                    .as("stopped")
                    .isTrue();
            assertThat(probe.exchanges.get(0).isCancelled()).isTrue();
            assertThat(probe.cancelled.tryAcquire(30, TimeUnit.SECONDS))
                    .as("action for the cancellation")
                    .isTrue();
            RawHttp.Response response = connection.receive();
            if (accept.equals(BOTH)) {
                assertThat(response.status()).isEqualTo(200);
                assertThat(response.header("Content-Type")).isEqualTo("text/event-stream");
                assertThat(messages(response)).hasSize(talk ? 1 : 0);
            } else {
                assertIsAcceptedWithoutBody(response);
            }
            assertThat(log.lines(Level.DEBUG))
                    .containsExactly("The client cancelled request " + client.lastId() + ": bored");
            assertThat(log.worries()).isEmpty();
        }
    }

    @LegacyRevisions
    void messagesAfterACancellationAreDropped(ProtocolVersion version) throws Exception {
        McpTestClient client = SERVER.client(version);
        try (RecordedLog log = new RecordedLog();
                RawHttp connection = begin(client, "stubborn", true, BOTH)) {
            client.notify("notifications/cancelled", "{\"requestId\": %d}".formatted(client.lastId()));
            assertThat(messages(connection.receive())).hasSize(1);
            assertThat(probe.stopped.tryAcquire(30, TimeUnit.SECONDS))
                    .as("stopped")
                    .isTrue();
            probe.release();
            assertThat(probe.finished.tryAcquire(30, TimeUnit.SECONDS))
                    .as("finished")
                    .isTrue();
            assertThat(client.call("none").errorCode()).isEqualTo(-32602);
            assertThat(log.worries()).isEmpty();
        }
    }

    @LegacyRevisions
    void aCancellationOfAnUnknownRequestIsIgnored(ProtocolVersion version) throws Exception {
        McpTestClient client = SERVER.client(version);
        McpTestClient other = SERVER.client(version);
        assertThat(client.call("none").errorCode()).isEqualTo(-32602);
        int finished = client.lastId();
        try (RawHttp connection = begin(client, "mono", false, JSON_ONLY)) {
            int id = client.lastId();
            for (String params : List.of(
                    "{}",
                    "{\"requestId\": null}",
                    "{\"requestId\": {}}",
                    "{\"requestId\": 1.5}",
                    "{\"requestId\": true}",
                    "{\"requestId\": \"" + id + "\"}",
                    "{\"requestId\": 4711}",
                    "{\"requestId\": " + finished + "}")) {
                client.notify("notifications/cancelled", params);
            }
            assertThat(client.post("{\"jsonrpc\": \"2.0\", \"method\": \"notifications/cancelled\"}")
                            .status())
                    .isEqualTo(202);
            other.notify("notifications/cancelled", "{\"requestId\": " + id + "}");
            assertThat(probe.stopped.availablePermits()).isZero();
            probe.release();
            assertThat(connection.receive().json().at("/result/content/0/text").stringValue())
                    .isEqualTo("done");
        }
    }

    @LegacyRevisions
    void theIdOfARunningRequestCannotBeUsedAgain(ProtocolVersion version) throws Exception {
        McpTestClient client = SERVER.client(version);
        try (RawHttp connection = begin(client, "mono", false, JSON_ONLY)) {
            Answer second =
                    client.post("{\"jsonrpc\": \"2.0\", \"id\": %d, \"method\": \"ping\"}".formatted(client.lastId()));
            assertThat(second.status()).isEqualTo(400);
            assertThat(second.errorCode()).isEqualTo(-32600);
            assertThat(second.json().get("id").intValue()).isEqualTo(client.lastId());
            assertThat(client.post("{\"jsonrpc\": \"2.0\", \"id\": \"%d\", \"method\": \"ping\"}"
                                    .formatted(client.lastId()))
                            .status())
                    .isEqualTo(200);
            assertThat(SERVER.client(version)
                            .post("{\"jsonrpc\": \"2.0\", \"id\": %d, \"method\": \"ping\"}".formatted(client.lastId()))
                            .status())
                    .isEqualTo(200);
            probe.release();
            assertThat(connection.receive().status()).isEqualTo(200);
            assertThat(client.post("{\"jsonrpc\": \"2.0\", \"id\": %d, \"method\": \"ping\"}"
                                    .formatted(client.lastId()))
                            .status())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({"a, b", "b, a"})
    void aRequestOfABatchIsCancelledAloneAndTheOthersAnswered(String cancelled, String answered) throws Exception {
        McpTestClient client = SERVER.client(ProtocolVersion.V2025_03_26);
        try (RawHttp connection = RawHttp.connect(SERVER.port())) {
            connection.send(post(client, "[%s, %s]".formatted(call("a", "mono"), call("b", "blocking")), BOTH));
            assertThat(probe.started.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            client.notify("notifications/cancelled", "{\"requestId\": \"%s\"}".formatted(cancelled));
            probe.release();
            RawHttp.Response response = connection.receive();
            assertThat(response.header("Content-Type")).isEqualTo("application/json");
            assertThat(response.json()).hasSize(1);
            assertThat(response.json().get(0).get("id").stringValue()).isEqualTo(answered);
        }
    }

    @Test
    void aBatchWhoseRequestsAreAllCancelledIsAnEmptyStream() throws Exception {
        RawHttp.Response response = cancelledBatch(BOTH);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("Content-Type")).isEqualTo("text/event-stream");
        assertThat(messages(response)).isEmpty();
    }

    @Test
    void aBatchWhoseRequestsAreAllCancelledIsAcceptedForAClientThatAcceptsOnlyJson() throws Exception {
        assertIsAcceptedWithoutBody(cancelledBatch(JSON_ONLY));
    }

    private static RawHttp.Response cancelledBatch(String accept) throws Exception {
        McpTestClient client = SERVER.client(ProtocolVersion.V2025_03_26);
        try (RawHttp connection = RawHttp.connect(SERVER.port())) {
            connection.send(post(client, "[%s, %s]".formatted(call("a", "mono"), call("b", "blocking")), accept));
            assertThat(probe.started.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            assertThat(client.post("""
                    [{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "b"}},
                     {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "a"}}]
                    """).status()).isEqualTo(202);
            assertThat(probe.stopped.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            return connection.receive();
        }
    }

    private static void assertIsAcceptedWithoutBody(RawHttp.Response response) {
        assertThat(response.status()).isEqualTo(202);
        assertThat(response.header("Content-Type")).isNull();
        assertThat(response.body()).isEmpty();
    }

    @Test
    void aDuplicateIdInABatchIsRefused() throws Exception {
        McpTestClient client = SERVER.client(ProtocolVersion.V2025_03_26);
        try (RawHttp connection = RawHttp.connect(SERVER.port())) {
            connection.send(post(
                    client,
                    "[%s, %s, %s]".formatted(call("a", "mono"), call("a", "mono"), call("last", "mono")),
                    BOTH));
            assertThat(probe.started.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
            probe.release();
            JsonNode responses = connection.receive().json();
            assertThat(responses.get(0).get("id").stringValue()).isEqualTo("a");
            assertThat(responses.get(0).at("/error/code").intValue()).isEqualTo(-32600);
            assertThat(List.of(responses.get(1), responses.get(2)))
                    .allSatisfy(response -> assertThat(
                                    response.at("/result/content/0/text").stringValue())
                            .isEqualTo("done"))
                    .extracting(response -> response.get("id").stringValue())
                    .containsExactly("a", "last");
        }
    }

    @Test
    void aNotificationDoesNotCancelAModernCall() throws Exception {
        McpTestClient client = SERVER.client(ProtocolVersion.V2026_07_28);
        try (RawHttp connection = begin(client, "mono", false, BOTH)) {
            client.notify("notifications/cancelled", "{\"requestId\": %d}".formatted(client.lastId()));
            assertThat(probe.stopped.availablePermits()).isZero();
            probe.release();
            assertThat(connection.receive().json().at("/result/content/0/text").stringValue())
                    .isEqualTo("done");
        }
    }

    private static RawHttp begin(McpTestClient client, String tool, boolean talk, String accept) throws Exception {
        return begin(SERVER, client, tool, talk, accept);
    }

    private static RawHttp begin(TestServer server, McpTestClient client, String tool, boolean talk, String accept)
            throws Exception {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", tool);
        if (!tool.equals("stubborn")) {
            params.putObject("arguments").put("talk", talk);
        }
        params.putObject("_meta").put("progressToken", 1).put("io.modelcontextprotocol/logLevel", "alert");
        String body = client.body("tools/call", params);
        RawHttp connection = RawHttp.connect(server.port());
        connection.send(request(body, client.headers("tools/call", params), accept));
        assertThat(probe.started.tryAcquire(30, TimeUnit.SECONDS)).as("started").isTrue();
        return connection;
    }

    private static String call(String id, String tool) {
        return """
                {"jsonrpc": "2.0", "id": "%s", "method": "tools/call",
                 "params": {"name": "%s", "arguments": {"talk": false}}}""".formatted(id, tool);
    }

    private static byte[] post(McpTestClient client, String body, String accept) {
        return request(body, client.headers(), accept);
    }

    private static byte[] request(String body, Map<String, String> headers, String accept) {
        headers.put("Accept", accept);
        return RawHttp.request(
                "POST /mcp",
                body.getBytes(UTF_8),
                headers.entrySet().stream()
                        .map(header -> header.getKey() + ": " + header.getValue())
                        .toArray(String[]::new));
    }

    private static List<String> messages(RawHttp.Response response) {
        return response.text()
                .lines()
                .filter(line -> line.startsWith("data:") && line.length() > 6)
                .toList();
    }
}

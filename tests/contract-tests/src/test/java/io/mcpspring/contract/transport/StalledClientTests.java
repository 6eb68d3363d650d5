package io.mcpspring.contract.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.OnServletContainers;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import io.mcpspring.support.WebStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The stream of a client that stops reading is closed by size or by time, without an effect on other clients. */
class StalledClientTests {

    private static final String CLOSED = "A client does not read its response";

    private static final String LOST = "A client has disconnected before the response was complete";

    /** A servlet container closes connections by its own time limits. */
    private static final String TOMCAT = "server.tomcat.connection-timeout=3s";

    /** After the end of a stream that a client reads again. */
    private static final String TOMCAT_IDLE = "server.tomcat.keep-alive-timeout=3s";

    private static final String JETTY = "server.jetty.connection-idle-timeout=3s";

    private static final int MEGABYTES = 16;

    private static final String MEGABYTE = "x".repeat(1024 * 1024);

    private static final Semaphore SENT = new Semaphore(0);

    private static final Semaphore CANCELLED = new Semaphore(0);

    private static final Semaphore FINISHED = new Semaphore(0);

    private static final Semaphore GO_ON = new Semaphore(0);

    static class Tools {

        @McpTool(description = "Sends more than the client reads")
        Mono<String> flood(ReactiveMcpExchange exchange) {
            return Mono.fromRunnable(() -> {
                        for (int i = 0; i < MEGABYTES; i++) {
                            exchange.log(LoggingLevel.ALERT, MEGABYTE);
                        }
                        SENT.release();
                    })
                    .subscribeOn(Schedulers.boundedElastic())
                    .then(Mono.fromCallable(() -> {
                                GO_ON.acquire();
                                FINISHED.release();
                                return "done";
                            })
                            .subscribeOn(Schedulers.boundedElastic()))
                    .doOnCancel(CANCELLED::release);
        }

        @McpTool(description = "Sends more than the client reads before the response begins")
        Mono<String> burstAtOnce(ReactiveMcpExchange exchange) {
            return Mono.<String>fromRunnable(() -> {
                        for (int i = 0; i < 3 * MEGABYTES; i++) {
                            exchange.log(LoggingLevel.ALERT, MEGABYTE);
                        }
                    })
                    .subscribeOn(Schedulers.boundedElastic())
                    .then(Mono.<String>never())
                    .doOnCancel(CANCELLED::release);
        }

        @McpTool(description = "Sends more than the client reads, on the thread of the request")
        Mono<String> floodInPlace(ReactiveMcpExchange exchange) {
            CountDownLatch cancelled = new CountDownLatch(1);
            return Mono.fromCallable(() -> {
                        do {
                            exchange.log(LoggingLevel.ALERT, MEGABYTE);
                        } while (!cancelled.await(50, TimeUnit.MILLISECONDS));
                        return "done";
                    })
                    .doOnCancel(() -> {
                        cancelled.countDown();
                        CANCELLED.release();
                    });
        }

        @McpTool(description = "Says much, but not more than can be read")
        String burst(McpExchange exchange) {
            for (int i = 1; i <= 1500; i++) {
                exchange.log(LoggingLevel.ALERT, List.of(i, "x".repeat(2000)));
            }
            return "done";
        }

        @McpTool(description = "Says something, and returns much", maxTextSize = "16MB")
        String large(McpExchange exchange) {
            exchange.log(LoggingLevel.ALERT, "large");
            return MEGABYTE.repeat(16);
        }

        @McpTool(description = "Says much at once, and then a little")
        String say(McpExchange exchange) {
            exchange.log(LoggingLevel.ALERT, MEGABYTE.repeat(5));
            exchange.log(LoggingLevel.ALERT, "more");
            return "done";
        }

        @McpTool(description = "Returns much and says nothing before it", maxTextSize = "16MB")
        String quiet() {
            return MEGABYTE.repeat(16);
        }

        @McpTool(description = "Greets")
        String greet() {
            return "hello";
        }
    }

    private static final TestServer BY_SIZE = TestServer.shared(
            Tools.class,
            "mcp.server.http.sse.buffer-size=256KB",
            "mcp.server.http.sse.write-timeout=1h",
            TOMCAT,
            TOMCAT_IDLE,
            JETTY);

    private static TestServer byTime() {
        return TestServer.shared(
                Tools.class,
                "mcp.server.http.sse.buffer-size=512MB",
                "mcp.server.http.sse.write-timeout=300ms",
                "mcp.server.limits.text-warning-size=16MB",
                TOMCAT,
                TOMCAT_IDLE,
                JETTY);
    }

    @BeforeEach
    void reset() {
        for (Semaphore semaphore : new Semaphore[] {SENT, CANCELLED, FINISHED, GO_ON}) {
            semaphore.drainPermits();
        }
    }

    @EveryRevision
    void tooMuchUnreadDataEndsTheStream(ProtocolVersion version) throws InterruptedException {
        losesItsStream(BY_SIZE, version, "flood");
    }

    /** Several at once, because a writer that is busy begins late. */
    @Test
    @OnServletContainers("Netty writes on the thread of the first event")
    void tooMuchDataBeforeTheResponseBeginsEndsTheStream() throws InterruptedException {
        McpTestClient client = BY_SIZE.client(ProtocolVersion.V2026_07_28);
        List<RawHttp> connections = new ArrayList<>();
        try {
            for (int i = 0; i < 5; i++) {
                RawHttp connection = RawHttp.connectNarrowly(BY_SIZE.port());
                connection.send(request(client, "burstAtOnce"));
                connections.add(connection);
            }
            assertThat(CANCELLED.tryAcquire(5, 30, TimeUnit.SECONDS))
                    .as("cancelled")
                    .isTrue();
        } finally {
            connections.forEach(RawHttp::close);
        }
    }

    @Test
    @OnServletContainers("Reactive methods must not occupy an event loop")
    void workOnTheThreadOfTheRequestDoesNotWaitForTheClient() throws InterruptedException {
        losesItsStream(BY_SIZE, ProtocolVersion.V2026_07_28, "floodInPlace");
    }

    @EveryRevision
    @Tag("change")
    void notReadingForTooLongEndsTheStream(ProtocolVersion version) throws InterruptedException {
        losesItsStream(byTime(), version, "flood");
    }

    @EveryRevision
    @Tag("change")
    void aLargeResultIsNotTooMuch(ProtocolVersion version) {
        Answer answer = BY_SIZE.client(version).request("tools/call", call("large"));
        assertThat(answer.notifications("notifications/message")).hasSize(1);
        assertThat(answer.contentText()).hasSize(16 * MEGABYTE.length());
    }

    @EveryRevision
    void messagesMayFollowALargeOne(ProtocolVersion version) {
        Answer answer = BY_SIZE.client(version).request("tools/call", call("say"));
        assertThat(answer.notifications("notifications/message")).hasSize(2);
        assertThat(answer.contentText()).isEqualTo("done");
    }

    @EveryRevision
    @Tag("change")
    void aLargeJsonResponseThatIsNotReadEndsTheConnection(ProtocolVersion version) {
        McpTestClient client = byTime().client(version);
        try (RecordedLog log = new RecordedLog();
                RawHttp connection = RawHttp.connectNarrowly(byTime().port())) {
            connection.send(request(client, "quiet"));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> log.lines(Level.DEBUG).contains(CLOSED));
            if (WebStack.isServlet()) {
                // The container closes the connection: a response of known length is not cut.
                await().atMost(Duration.ofSeconds(30))
                        .until(() -> log.lines(Level.DEBUG).contains(LOST));
            }
            assertThat(connection.countRest()).isLessThan(MEGABYTES * MEGABYTE.length());
            // Servers of other tests may also write lines.
            assertThat(log.lines()).containsOnlyOnce(CLOSED);
            assertThat(log.worries()).isEmpty();
        }
    }

    @EveryRevision
    @Tag("change")
    void aLargeResultAtTheEndOfAStreamThatIsNotReadEndsTheConnection(ProtocolVersion version) {
        McpTestClient client = byTime().client(version);
        try (RecordedLog log = new RecordedLog();
                RawHttp connection = RawHttp.connectNarrowly(byTime().port())) {
            connection.send(request(client, "large"));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> log.lines(Level.DEBUG).contains(CLOSED));
            assertThat(connection.countRest()).isLessThan(MEGABYTES * MEGABYTE.length());
            assertThat(log.worries()).isEmpty();
        }
    }

    /** Each of them would also run some hundred times a second. */
    @Test
    @OnNetty("Servlet containers call when they can write")
    void aClientThatDoesNotReadCostsNoWork() {
        AtomicInteger runs = new AtomicInteger();
        Schedulers.onScheduleHook("counting", task -> () -> {
            runs.incrementAndGet();
            task.run();
        });
        McpTestClient client = byTime().client(ProtocolVersion.V2026_07_28);
        try (RecordedLog log = new RecordedLog();
                RawHttp connection = RawHttp.connectNarrowly(byTime().port())) {
            runs.set(0);
            connection.send(request(client, "quiet"));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> log.lines(Level.DEBUG).contains(CLOSED));
            assertThat(runs).hasValueLessThan(25);
        } finally {
            Schedulers.resetOnScheduleHook("counting");
        }
    }

    @Test
    @Tag("change")
    @Timeout(60)
    void theGracefulShutdownDoesNotWaitForAClosedConnection() {
        try (TestServer server = TestServer.start(
                        Tools.class,
                        "mcp.server.http.sse.write-timeout=300ms",
                        TOMCAT,
                        TOMCAT_IDLE,
                        JETTY,
                        "spring.lifecycle.timeout-per-shutdown-phase=10m");
                RecordedLog log = new RecordedLog();
                RawHttp connection = RawHttp.connectNarrowly(server.port())) {
            connection.send(request(server.client(ProtocolVersion.V2026_07_28), "quiet"));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> log.lines(Level.DEBUG).contains(CLOSED));
        }
    }

    @EveryRevision
    void aClientThatReadsGetsMoreThanTheBufferHolds(ProtocolVersion version) {
        Answer answer = TestServer.shared(Tools.class).client(version).request("tools/call", call("burst"));
        List<JsonNode> messages = answer.notifications("notifications/message");
        assertThat(messages)
                .extracting(message -> message.at("/params/data/0").intValue())
                .isEqualTo(IntStream.rangeClosed(1, 1500).boxed().toList());
        assertThat(answer.contentText()).isEqualTo("done");
    }

    private static void losesItsStream(TestServer server, ProtocolVersion version, String tool)
            throws InterruptedException {
        McpTestClient client = server.client(version);
        try (RecordedLog log = new RecordedLog();
                RawHttp connection = RawHttp.connectNarrowly(server.port())) {
            connection.send(request(client, tool));
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> log.lines(Level.DEBUG).contains(CLOSED));
            // On a connection of its own: the container has the time limits above for idle ones.
            try (RawHttp other = RawHttp.connect(server.port())) {
                other.send(request(client, "greet"));
                assertThat(other.receive().text()).contains("hello");
            }
            if (version.isModern()) {
                assertThat(CANCELLED.tryAcquire(30, TimeUnit.SECONDS))
                        .as("cancelled")
                        .isTrue();
            } else {
                GO_ON.release();
                assertThat(FINISHED.tryAcquire(30, TimeUnit.SECONDS))
                        .as("finished")
                        .isTrue();
                assertThat(CANCELLED.availablePermits()).isZero();
            }
            assertThat(connection.countRest()).isLessThan(MEGABYTES * 1024 * 1024);
            // Servers of other tests may also write lines.
            assertThat(log.lines()).containsOnlyOnce(CLOSED);
            assertThat(log.worries()).isEmpty();
        }
    }

    private static byte[] request(McpTestClient client, String tool) {
        ObjectNode params = call(tool);
        return RawHttp.request(
                "POST /mcp",
                client.body("tools/call", params).getBytes(UTF_8),
                PlainTools.lines(client.headers("tools/call", params)));
    }

    private static ObjectNode call(String tool) {
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", tool);
        params.putObject("_meta").put("io.modelcontextprotocol/logLevel", "alert");
        return params;
    }
}

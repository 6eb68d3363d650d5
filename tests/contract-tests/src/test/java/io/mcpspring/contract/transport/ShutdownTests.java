package io.mcpspring.contract.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.mcpspring.McpServer;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.StreamEvent;
import io.mcpspring.session.LegacySession;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RawHttp;
import io.mcpspring.support.TestServer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A server that shuts down closes its streams at once, and waits for calls until its timeout. */
@Timeout(60)
class ShutdownTests {

    private static final String LISTEN = "{\"notifications\": {\"toolsListChanged\": true}}";

    /** Tools that wait for a signal of the test, which starts one server at a time. */
    static class Tools {

        static final Semaphore BEGUN = new Semaphore(0);

        static volatile CountDownLatch released = new CountDownLatch(1);

        static volatile Sinks.One<String> release = Sinks.one();

        static final Semaphore CANCELLED = new Semaphore(0);

        static void reset() {
            BEGUN.drainPermits();
            CANCELLED.drainPermits();
            released = new CountDownLatch(1);
            release = Sinks.one();
        }

        static void letFinish() {
            released.countDown();
            release.tryEmitValue("done");
        }

        @McpTool(description = "Waits")
        String block() {
            BEGUN.release();
            try {
                released.await();
                return "done";
            } catch (InterruptedException ex) {
                CANCELLED.release();
                return "interrupted";
            }
        }

        @McpTool(description = "Waits on a worker")
        String blockWorker(McpExchange exchange) {
            return block();
        }

        @McpTool(description = "Reports, then waits")
        String blockLoudly(McpExchange exchange) {
            exchange.progress(1);
            return block();
        }

        @McpTool(description = "Waits")
        Mono<String> react() {
            BEGUN.release();
            return release.asMono().doOnCancel(CANCELLED::release);
        }

        @McpTool(description = "Becomes a task", task = McpTool.TaskSupport.REQUIRED)
        Mono<String> reactLater() {
            return react();
        }

        @McpTool(description = "Reports, then waits")
        Mono<String> reactLoudly(ReactiveMcpExchange exchange) {
            exchange.progress(1);
            return react();
        }

        @McpTool(description = "Asks")
        String ask(McpExchange exchange) {
            return exchange.roots().get(0).uri().toString();
        }

        @McpTool(description = "Reports, then waits whatever happens")
        String insist(McpExchange exchange) {
            exchange.progress(1);
            BEGUN.release();
            while (released.getCount() > 0) {
                try {
                    released.await();
                } catch (InterruptedException ex) {
                    CANCELLED.release();
                }
            }
            return "done";
        }

        @McpTool(description = "Asks, and is called again with the answer")
        Object askExplicitly(McpExchange exchange) {
            return exchange.answer("where")
                    .<Object>map(answer -> answer.at("/roots/0/uri"))
                    .orElseGet(() -> InputRequired.of(Question.roots("where")));
        }

        @McpTool(description = "Ends the connection and waits")
        String hangUp(McpExchange exchange) {
            exchange.closeStream(Duration.ofMillis(10));
            return block();
        }
    }

    private static TestServer start(String... properties) {
        Tools.reset();
        return TestServer.start(Tools.class, properties);
    }

    private static CompletableFuture<Void> close(TestServer server) {
        CompletableFuture<Void> closed = new CompletableFuture<>();
        new Thread(
                        () -> {
                            server.close();
                            closed.complete(null);
                        },
                        "closing")
                .start();
        return closed;
    }

    private static CompletableFuture<Answer> call(McpTestClient client, String tool) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Thread caller = new Thread(
                () -> {
                    try {
                        answer.complete(client.request(
                                "tools/call", "{\"name\": \"%s\", \"_meta\": {\"progressToken\": 1}}".formatted(tool)));
                    } catch (Throwable failure) {
                        answer.completeExceptionally(failure);
                    }
                },
                "calling-" + tool);
        caller.setDaemon(true);
        caller.start();
        return answer;
    }

    private static void awaitBegin(int calls) throws InterruptedException {
        assertThat(Tools.BEGUN.tryAcquire(calls, 10, TimeUnit.SECONDS))
                .as("calls have begun")
                .isTrue();
    }

    /** Servers of other tests have such threads, too. */
    private static Set<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("mcp-"))
                .collect(Collectors.toSet());
    }

    @Test
    void theThreadsOfTheServerEndWithIt() {
        Set<Thread> others = threads();
        TestServer server = start();
        McpTestClient client = server.clientWith(
                ProtocolVersion.V2026_07_28, "{\"extensions\": {\"io.modelcontextprotocol/tasks\": {}}}");
        assertThat(client.call("reactLater").result().path("resultType").asString())
                .isEqualTo("task");
        Tools.letFinish();
        assertThat(client.call("blockWorker").contentText()).isEqualTo("done");
        Set<Thread> own = await().until(
                        () -> {
                            Set<Thread> all = threads();
                            all.removeAll(others);
                            return all;
                        },
                        threads -> Stream.of("mcp-tool-", "mcp-tasks-", "mcp-events-", "mcp-audit-")
                                .allMatch(name -> threads.stream()
                                        .anyMatch(thread -> thread.getName().startsWith(name))));
        awaitEnd(close(server));
        await().untilAsserted(() -> assertThat(own).noneMatch(Thread::isAlive));
    }

    private static void awaitEnd(CompletableFuture<Void> closed) {
        // Much shorter than the 30 seconds of the phase.
        assertThat(closed).succeedsWithin(Duration.ofSeconds(20));
    }

    @Test
    void openStreamsCloseAtOnceAndCallsInFlightFinish() throws Exception {
        TestServer server = start();
        List<EventStream> standAlone = new ArrayList<>();
        List<EventStream> listening = new ArrayList<>();
        List<Integer> subscriptions = new ArrayList<>();
        List<CompletableFuture<Answer>> calls = new ArrayList<>();
        for (ProtocolVersion version : ProtocolVersion.values()) {
            McpTestClient client = server.client(version);
            for (int i = 0; i < (version.isModern() ? 76 : 8); i++) {
                if (version.isModern()) {
                    listening.add(client.stream("subscriptions/listen", LISTEN));
                    subscriptions.add(client.lastId());
                } else {
                    standAlone.add(client.listen());
                }
            }
            for (String tool : List.of("block", "blockLoudly", "react", "reactLoudly")) {
                calls.add(call(client, tool));
            }
        }
        listening.forEach(EventStream::nextMessage);
        McpTestClient late = server.client(ProtocolVersion.V2026_07_28);
        RawHttp open = RawHttp.connect(server.port());
        byte[] ping = ping(late);
        open.send(ping);
        assertThat(open.receive().status()).isEqualTo(200);
        awaitBegin(calls.size());

        CompletableFuture<Void> closed = close(server);
        for (int i = 0; i < listening.size(); i++) {
            List<JsonNode> rest = listening.get(i).rest();
            assertThat(rest)
                    .singleElement()
                    .satisfies(last -> assertThat(last.at("/result/resultType").stringValue())
                            .isEqualTo("complete"));
            assertThat(rest.get(0).get("id").intValue()).isEqualTo(subscriptions.get(i));
            assertThat(rest.get(0)
                            .at("/result/_meta")
                            .get("io.modelcontextprotocol/subscriptionId")
                            .intValue())
                    .isEqualTo(subscriptions.get(i));
            assertThat(listening.get(i).failure()).isNull();
        }
        for (EventStream stream : standAlone) {
            assertThat(stream.rest()).isEmpty();
            assertThat(stream.failure()).isNull();
        }

        assertThat(calls).noneMatch(CompletableFuture::isDone);
        open.send(ping);
        RawHttp.Response refused = open.receive();
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.header("Connection")).isEqualTo("close");
        assertThat(refused.header("Retry-After")).isEqualTo("5");
        assertThat(refused.json().at("/error/message").stringValue()).contains("shutting down");
        assertThat(refused.json().get("id").intValue()).isEqualTo(1);
        open.close();

        Tools.letFinish();
        for (CompletableFuture<Answer> call : calls) {
            assertThat(call).succeedsWithin(Duration.ofSeconds(20));
            assertThat(call.join().contentText()).isEqualTo("done");
        }
        awaitEnd(closed);
    }

    private static byte[] ping(McpTestClient client) {
        ObjectNode params = JsonMapper.shared().createObjectNode();
        String body = client.body("server/discover", params);
        String[] headers = client.headers("server/discover", params).entrySet().stream()
                .map(header -> header.getKey() + ": " + header.getValue())
                .toArray(String[]::new);
        return RawHttp.request("POST /mcp", body.getBytes(StandardCharsets.UTF_8), headers);
    }

    @Test
    void requestsAndStreamsAreRefusedWhileCallsFinish() throws Exception {
        TestServer server = start();
        List<McpTestClient> clients =
                Stream.of(ProtocolVersion.values()).map(server::client).toList();
        List<CompletableFuture<Answer>> calls =
                clients.stream().map(client -> call(client, "block")).toList();
        awaitBegin(calls.size());
        EventStream stream = server.client(ProtocolVersion.V2026_07_28).stream("subscriptions/listen", LISTEN);
        CompletableFuture<Void> closed = close(server);
        stream.rest();

        for (McpTestClient client : clients) {
            Answer refused = client.request("tools/list", "{}");
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.header("Retry-After")).isEqualTo("5");
            assertThat(refused.json().get("id").intValue()).isEqualTo(client.lastId());
            if (!client.version().isModern()) {
                Answer refusedStream = client.send("GET", client.headers());
                assertThat(refusedStream.status()).isEqualTo(503);
                assertThat(refusedStream.header("Retry-After")).isEqualTo("5");
            }
        }
        Tools.letFinish();
        for (CompletableFuture<Answer> call : calls) {
            assertThat(call.get(30, TimeUnit.SECONDS).contentText()).isEqualTo("done");
        }
        awaitEnd(closed);
    }

    @Test
    void callsAreEndedAtTheTimeout() throws Exception {
        TestServer server = start("spring.lifecycle.timeout-per-shutdown-phase=300ms");
        List<CompletableFuture<Answer>> calls = new ArrayList<>();
        for (ProtocolVersion version : ProtocolVersion.values()) {
            McpTestClient client = server.client(version);
            for (String tool : List.of("block", "blockLoudly", "react", "reactLoudly")) {
                calls.add(call(client, tool));
            }
        }
        awaitBegin(calls.size());
        CompletableFuture<Void> closed = close(server);
        for (CompletableFuture<Answer> call : calls) {
            Answer answer = call.get(30, TimeUnit.SECONDS);
            assertThat(answer.errorCode()).isEqualTo(-32603);
            assertThat(answer.error().get("message").stringValue()).contains("shutting down");
        }
        assertThat(Tools.CANCELLED.tryAcquire(calls.size(), 30, TimeUnit.SECONDS))
                .as("the work has ended")
                .isTrue();
        awaitEnd(closed);
    }

    @Test
    void queuedCallsAreCompleted() throws Exception {
        TestServer server = start("mcp.server.execution.pool.max-size=1");
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        CompletableFuture<Answer> first = call(client, "blockWorker");
        awaitBegin(1);
        CompletableFuture<Answer> second = call(client, "blockWorker");
        ThreadPoolTaskExecutor workers =
                server.context().getBean("io.mcpspring.executor", ThreadPoolTaskExecutor.class);
        await().until(() -> workers.getQueueSize() == 1);
        EventStream stream = client.stream("subscriptions/listen", LISTEN);
        CompletableFuture<Void> closed = close(server);
        stream.rest();
        Tools.letFinish();
        assertThat(first.get(30, TimeUnit.SECONDS).contentText()).isEqualTo("done");
        assertThat(second.get(30, TimeUnit.SECONDS).contentText()).isEqualTo("done");
        awaitEnd(closed);
    }

    @LegacyRevisions
    void aQuestionCanBeAnsweredDuringTheShutdown(ProtocolVersion version) throws Exception {
        TestServer server = start();
        McpTestClient client = server.clientWith(version, "{\"roots\": {}}");
        EventStream standAlone = client.listen();
        List<EventStream> calls = List.of(client.streamCall("ask", "{}"), client.streamCall("askExplicitly", "{}"));
        List<JsonNode> questions = calls.stream().map(EventStream::nextMessage).toList();
        CompletableFuture<Void> closed = close(server);
        standAlone.rest();
        for (int i = 0; i < calls.size(); i++) {
            client.respond(questions.get(i), "{\"roots\": [{\"uri\": \"file:///home\"}]}");
            assertThat(calls.get(i).nextMessage().at("/result/content/0/text").stringValue())
                    .contains("file:///home");
        }
        awaitEnd(closed);
    }

    @LegacyRevisions
    void anUnansweredQuestionDoesNotDelayTheShutdown(ProtocolVersion version) {
        TestServer server = start("spring.lifecycle.timeout-per-shutdown-phase=200ms");
        McpTestClient client = server.clientWith(version, "{\"roots\": {}}");
        EventStream call = client.streamCall("ask", "{}");
        call.nextMessage();
        CompletableFuture<Void> closed = close(server);
        assertThat(call.nextMessage().at("/error/code").intValue()).isEqualTo(-32603);
        awaitEnd(closed);
    }

    @LegacyRevisions
    void aCallCanBeCancelledDuringTheShutdown(ProtocolVersion version) throws Exception {
        TestServer server = start();
        McpTestClient client = server.client(version);
        EventStream standAlone = client.listen();
        EventStream call = client.streamCall("blockLoudly", "{}", "1");
        int id = client.lastId();
        awaitBegin(1);
        CompletableFuture<Void> closed = close(server);
        standAlone.rest();
        client.notify("notifications/cancelled", "{\"requestId\": " + id + "}");
        assertThat(Tools.CANCELLED.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        assertThat(call.rest()).noneMatch(message -> message.has("id"));
        awaitEnd(closed);
    }

    @Test
    void aToolThatIgnoresItsCancellationDoesNotDelayTheShutdown() throws Exception {
        TestServer server = start();
        McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
        EventStream call = client.streamCall("insist", "{}", "1");
        awaitBegin(1);
        client.notify("notifications/cancelled", "{\"requestId\": " + client.lastId() + "}");
        call.rest();
        assertThat(Tools.CANCELLED.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        try {
            awaitEnd(close(server));
        } finally {
            Tools.letFinish();
        }
    }

    @Test
    void aClientThatWasDisconnectedCanResume() throws Exception {
        TestServer server = start();
        McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
        EventStream standAlone = client.listen();
        EventStream call = client.streamCall("hangUp", "{}");
        String lastEvent = call.restOfEvents().get(0).id();
        awaitBegin(1);
        CompletableFuture<Void> closed = close(server);
        standAlone.rest();
        EventStream resumed = client.resume(lastEvent);
        Tools.letFinish();
        assertThat(resumed.nextMessage().at("/result/content/0/text").stringValue())
                .isEqualTo("done");
        awaitEnd(closed);
    }

    @Test
    void aStreamThatOpensDuringTheShutdownEndsAtOnce() {
        try (TestServer server = start()) {
            McpTestClient client = server.client(ProtocolVersion.V2025_11_25);
            LegacySessions sessions =
                    server.context().getBean(McpServer.class).parts().state().sessions();
            LegacySession session = sessions.find(client.sessionId(), null).orElseThrow();
            server.context().getBean(McpServer.class).parts().shutdown().begin(() -> {});
            assertThat(sessions.listen(session, null, 0, null, List.of())
                            .collectList()
                            .block(Duration.ofSeconds(20)))
                    .noneMatch(StreamEvent.Message.class::isInstance);
        }
    }

    @Test
    void anImmediateShutdownDoesNotWait() throws Exception {
        TestServer server = start("server.shutdown=immediate");
        McpTestClient client = server.client(ProtocolVersion.V2026_07_28);
        CompletableFuture<Answer> call = call(client, "block");
        awaitBegin(1);
        awaitEnd(close(server));
        assertThat(Tools.CANCELLED.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        assertThat(call.handle((answer, failure) -> "over").get(30, TimeUnit.SECONDS))
                .isEqualTo("over");
    }

    @Test
    void aRestartedServerServesAgain() {
        try (TestServer server = start()) {
            server.context().stop();
            server.context().restart();
            assertServes(server);
            server.context().pause();
            assertThat(server.client(ProtocolVersion.V2025_11_25)
                            .request("ping", "{}")
                            .status())
                    .isEqualTo(200);
            server.context().restart();
            assertServes(server);
        }
    }

    private static void assertServes(TestServer server) {
        for (ProtocolVersion version : ProtocolVersion.values()) {
            Answer answer = server.client(version).request("tools/list", "{}");
            assertThat(answer.result().get("tools")).isNotEmpty();
        }
    }
}

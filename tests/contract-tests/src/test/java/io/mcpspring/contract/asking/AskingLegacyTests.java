package io.mcpspring.contract.asking;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.RecordedLog;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.JsonNode;

/** Up to 2025-11-25 the server sends its questions on the stream of the call, and the tool waits for their answers. */
class AskingLegacyTests {

    private static final BlockingQueue<String> OUTCOMES = new LinkedBlockingQueue<>();

    private static final Semaphore FAILED = new Semaphore(0);

    private static volatile CountDownLatch answered = new CountDownLatch(1);

    private static volatile Sinks.Empty<Void> impatience = Sinks.empty();

    static class Tools {

        @McpTool
        String ask(McpExchange exchange) {
            try {
                String answer =
                        exchange.sample(CreateMessageRequest.of("Hi", 10)).text();
                OUTCOMES.add("went on");
                return answer;
            } catch (CancellationException ex) {
                OUTCOMES.add(Thread.currentThread().isInterrupted() ? "interrupted" : "went on");
                throw ex;
            } catch (McpClientCapabilityException ex) {
                OUTCOMES.add(ex.getMessage());
                throw ex;
            }
        }

        @McpTool
        Mono<String> askReactive(ReactiveMcpExchange exchange) {
            return exchange.sample(CreateMessageRequest.of("Hi", 10))
                    .map(answer -> answer.text())
                    .doOnError(failure -> OUTCOMES.add(failure.getMessage()))
                    .doOnCancel(() -> OUTCOMES.add("interrupted"));
        }

        @McpTool
        Mono<String> askAndBeSlow(ReactiveMcpExchange exchange) {
            return exchange.sample(CreateMessageRequest.of("Hi", 10)).map(answer -> {
                try {
                    answered.await();
                    return answer.text();
                } catch (InterruptedException ex) {
                    return "interrupted";
                }
            });
        }

        @McpTool
        String askWhenCancelled(McpExchange exchange) throws InterruptedException {
            exchange.onCancel(() -> {
                answered.countDown();
                try {
                    // Its thread is interrupted after this, by which time it has failed.
                    OUTCOMES.add(String.valueOf(FAILED.tryAcquire(500, TimeUnit.MILLISECONDS)));
                } catch (InterruptedException ex) {
                    OUTCOMES.add("interrupted");
                }
            });
            exchange.progress(1);
            answered.await();
            return exchange.roots().toString();
        }

        @Bean
        static McpToolExceptionResolver resolver() {
            return (failure, request) -> {
                FAILED.release();
                return null;
            };
        }

        @McpTool
        String askAfterProgress(McpExchange exchange) {
            exchange.progress(1);
            return ask(exchange);
        }

        @McpTool
        String askTwo(McpExchange exchange) {
            exchange.ask(Question.sample("a", CreateMessageRequest.of("A", 10)), Question.roots("b"));
            return "answered";
        }

        @McpTool
        Mono<String> impatient(ReactiveMcpExchange exchange) {
            return exchange.sample(CreateMessageRequest.of("Hi", 10))
                    .map(answer -> answer.text())
                    .timeout(impatience.asMono())
                    .onErrorReturn(TimeoutException.class, "too late");
        }

        @McpTool
        String askLater(McpExchange exchange) {
            new Thread(() -> {
                        try {
                            answered.await();
                            exchange.roots();
                        } catch (CancellationException | InterruptedException ex) {
                            OUTCOMES.add(ex.getMessage());
                        }
                    })
                    .start();
            return "answered already";
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    private static McpTestClient client(ProtocolVersion version, TestServer server) {
        return server.clientWith(version, "{\"sampling\": {}, \"roots\": {}, \"elicitation\": {}}");
    }

    private static McpTestClient client(ProtocolVersion version) {
        return client(version, SERVER);
    }

    private static String says(String text) {
        return "{\"role\": \"assistant\", \"model\": \"m\", \"content\": {\"type\": \"text\"," + " \"text\": \"" + text
                + "\"}}";
    }

    private static void post(McpTestClient client, JsonNode id, String members) {
        Answer answer = client.post("{\"jsonrpc\": \"2.0\", \"id\": %s, %s}".formatted(id, members));
        assertThat(answer.status()).isEqualTo(202);
        assertThat(answer.bytes()).isEmpty();
    }

    private static String nextOutcome() throws InterruptedException {
        return OUTCOMES.poll(10, TimeUnit.SECONDS);
    }

    private static String text(JsonNode response) {
        return response.at("/result/content/0/text").asString(response.toString());
    }

    @BeforeEach
    void forget() {
        OUTCOMES.clear();
        answered = new CountDownLatch(1);
        impatience = Sinks.empty();
    }

    @LegacyRevisions
    void anAnswerIsAcceptedBeforeTheCallContinues(ProtocolVersion version) {
        McpTestClient client = client(version);
        try (EventStream stream = client.streamCall("askAndBeSlow", "{}")) {
            post(client, stream.nextMessage().get("id"), "\"result\": " + says("hello"));
            answered.countDown();
            assertThat(text(stream.nextMessage())).isEqualTo("hello");
        }
    }

    @LegacyRevisions
    void anAnswerMayHaveNoErrorAsNull(ProtocolVersion version) {
        McpTestClient client = client(version);
        for (String tool : List.of("ask", "askReactive")) {
            try (EventStream stream = client.streamCall(tool, "{}")) {
                post(client, stream.nextMessage().get("id"), "\"result\": " + says("hello") + ", \"error\": null");
                assertThat(text(stream.nextMessage())).isEqualTo("hello");
            }
        }
    }

    @LegacyRevisions
    void aCallThatAsksWhenItIsCancelledDoesNotFail(ProtocolVersion version) throws Exception {
        FAILED.drainPermits();
        McpTestClient client = client(version);
        for (boolean endsSession : new boolean[] {false, true}) {
            answered = new CountDownLatch(1);
            try (RecordedLog log = new RecordedLog();
                    EventStream stream = client.streamCall("askWhenCancelled", "{}", "1")) {
                assertThat(stream.nextMessage().get("method").stringValue()).isEqualTo("notifications/progress");
                if (endsSession) {
                    assertThat(client.send("DELETE", client.headers()).status()).isEqualTo(204);
                } else {
                    client.notify("notifications/cancelled", "{\"requestId\": %d}".formatted(client.lastId()));
                }
                assertThat(nextOutcome()).as("the resolver was asked").isEqualTo("false");
                assertThat(log.worries()).isEmpty();
            }
        }
    }

    @LegacyRevisions
    void anAnswerIsAcceptedOnceAndOnlyFromItsSession(ProtocolVersion version) throws Exception {
        McpTestClient client = client(version);
        McpTestClient stranger = client(version);
        try (EventStream stream = client.streamCall("ask", "{}");
                EventStream other = stranger.streamCall("ask", "{}")) {
            JsonNode question = stream.nextMessage();
            JsonNode others = other.nextMessage();
            assertThat(question.get("id")).isNotEqualTo(others.get("id"));
            stranger.respond(question, says("a stranger"));
            for (String unknown : List.of("1", "\"unknown\"", "\"server-1\"", "-7")) {
                client.post("{\"jsonrpc\": \"2.0\", \"id\": " + unknown + ", \"result\": " + says("unknown") + "}");
            }
            assertThat(OUTCOMES).isEmpty();
            client.respond(question, says("me"));
            client.respond(question, says("me again"));
            assertThat(text(stream.nextMessage())).isEqualTo("me");
            assertThat(stream.rest()).isEmpty();
            stranger.respond(others, says("the other"));
            assertThat(text(other.nextMessage())).isEqualTo("the other");
        }
    }

    @LegacyRevisions
    void theModelGetsTheReasonWhyTheClientRefused(ProtocolVersion version) {
        Map<String, String> texts = Map.of(
                "\"error\": {\"code\": -1, \"message\": \"User rejected sampling request\"}",
                "The client answered with an error: User rejected sampling request",
                "\"result\": null, \"error\": {\"code\": -1, \"message\": \"User is away\"}",
                "The client answered with an error: User is away",
                "\"error\": {\"code\": -32601}",
                "The client answered with an error: no reason given",
                "\"error\": \"broken\"",
                "The client answered with an error: no reason given",
                "\"result\": []",
                "The client answered with an error: no reason given",
                "\"result\": null",
                "The client answered with an error: no reason given");
        texts.forEach((members, text) -> {
            for (String tool : List.of("ask", "askReactive")) {
                McpTestClient client = client(version);
                try (EventStream stream = client.streamCall(tool, "{}")) {
                    post(client, stream.nextMessage().get("id"), members);
                    JsonNode response = stream.nextMessage();
                    assertThat(text(response)).as(members).isEqualTo(text);
                    assertThat(response.at("/result/isError").booleanValue()).isTrue();
                    assertThat(stream.rest()).isEmpty();
                }
            }
        });
    }

    @Test
    void aQuestionHasASeparateTimeLimit() {
        TestServer server =
                TestServer.shared(Tools.class, "mcp.server.client.request-timeout=3s", "mcp.server.tools.timeout=2s");
        // All revisions concurrently, because the limit is long.
        List<McpTestClient> clients = Stream.of(
                        ProtocolVersion.V2025_03_26, ProtocolVersion.V2025_06_18, ProtocolVersion.V2025_11_25)
                .map(version -> client(version, server))
                .toList();
        List<EventStream> streams =
                clients.stream().map(client -> client.streamCall("ask", "{}")).toList();
        for (int i = 0; i < clients.size(); i++) {
            try (EventStream stream = streams.get(i)) {
                JsonNode question = stream.nextMessage();
                assertTakenBack(question, stream.nextMessage());
                JsonNode response = stream.nextMessage();
                assertThat(response.at("/result/isError").booleanValue()).isTrue();
                assertThat(text(response)).isEqualTo("The client did not answer within 3 s");
                assertThat(stream.rest()).isEmpty();
                clients.get(i).respond(question, says("too late"));
            }
        }
    }

    @LegacyRevisions
    void theOpenQuestionsOfASessionAreLimited(ProtocolVersion version) {
        TestServer server = TestServer.shared(Tools.class, "mcp.server.client.max-pending=1");
        McpTestClient client = client(version, server);
        try (EventStream stream = client.streamCall("ask", "{}")) {
            JsonNode question = stream.nextMessage();
            Answer refused = client.call("ask");
            assertThat(refused.isToolError()).isTrue();
            assertThat(refused.contentText())
                    .isEqualTo("The client cannot be asked: it has not answered 1 earlier questions");
            assertThat(Dialogue.of(client(version, server), "ask", says("another session"))
                            .text())
                    .isEqualTo("another session");
            client.respond(question, says("at last"));
            assertThat(text(stream.nextMessage())).isEqualTo("at last");
        }
        assertThat(Dialogue.of(client, "ask", says("again")).text()).isEqualTo("again");
    }

    @LegacyRevisions
    void aClientThatAcceptsOnlyJsonCannotBeAsked(ProtocolVersion version) {
        McpTestClient client = client(version);
        Map<String, String> headers = client.headers();
        headers.put("Accept", "application/json");
        Answer answer = client.post("""
                {"jsonrpc": "2.0", "id": 99, "method": "tools/call", "params": {"name": "ask"}}""", headers);
        assertThat(answer.isToolError()).isTrue();
        assertThat(answer.contentText()).isEqualTo("The client cannot be asked: it does not accept text/event-stream");
    }

    @LegacyRevisions
    void aQuestionWhoseAnswerIsNoLongerAwaitedIsCancelled(ProtocolVersion version) {
        McpTestClient client = client(version);
        try (EventStream stream = client.streamCall("impatient", "{}")) {
            JsonNode question = stream.nextMessage();
            impatience.tryEmitEmpty().orThrow();
            assertTakenBack(question, stream.nextMessage());
            assertThat(text(stream.nextMessage())).isEqualTo("too late");
        }
        try (EventStream stream = client.streamCall("askTwo", "{}")) {
            JsonNode refused = stream.nextMessage();
            JsonNode other = stream.nextMessage();
            post(client, refused.get("id"), "\"error\": {\"code\": -1, \"message\": \"no\"}");
            assertTakenBack(other, stream.nextMessage());
            assertThat(text(stream.nextMessage())).isEqualTo("The client answered with an error: no");
            assertThat(stream.rest()).isEmpty();
        }
    }

    private static void assertTakenBack(JsonNode question, JsonNode cancelled) {
        assertThat(cancelled.get("method").stringValue()).isEqualTo("notifications/cancelled");
        assertThat(cancelled.at("/params/requestId")).isEqualTo(question.get("id"));
    }

    @LegacyRevisions
    void aClientThatResumesGetsTheQuestionAgain(ProtocolVersion version) {
        McpTestClient client = client(version);
        String last;
        JsonNode asked;
        try (EventStream stream = client.streamCall("askAfterProgress", "{}", "1")) {
            EventStream.Event event = stream.next();
            while (event.message() == null) {
                event = stream.next();
            }
            last = event.id();
            asked = stream.nextMessage();
        }
        try (EventStream again = client.resume(last)) {
            JsonNode question = again.nextMessage();
            assertThat(question).isEqualTo(asked);
            client.respond(question, says("here again"));
            assertThat(text(again.nextMessage())).isEqualTo("here again");
            assertThat(again.rest()).isEmpty();
        }
    }

    @LegacyRevisions
    void aClientThatAnswersWithoutAStreamGetsTheResultWhenItResumes(ProtocolVersion version) throws Exception {
        McpTestClient client = client(version);
        EventStream.Event question;
        try (EventStream stream = client.streamCall("askAfterProgress", "{}", "1")) {
            stream.nextMessage();
            question = stream.next();
        }
        client.respond(question.message(), says("from afar"));
        assertThat(nextOutcome()).isEqualTo("went on");
        try (EventStream again = client.resume(question.id())) {
            assertThat(text(again.nextMessage())).isEqualTo("from afar");
        }
    }

    @LegacyRevisions
    void aCallThatIsCancelledWhileItAsksEndsWithoutAResponse(ProtocolVersion version) throws Exception {
        McpTestClient client = client(version);
        for (String tool : List.of("ask", "askReactive")) {
            try (EventStream stream = client.streamCall(tool, "{}")) {
                JsonNode question = stream.nextMessage();
                client.notify("notifications/cancelled", "{\"requestId\": " + client.lastId() + "}");
                assertThat(stream.rest()).isEmpty();
                assertThat(nextOutcome()).isEqualTo("interrupted");
                client.respond(question, says("too late"));
            }
        }
    }

    @LegacyRevisions
    void deletingTheSessionEndsACallThatWaitsForAnAnswer(ProtocolVersion version) throws Exception {
        for (String tool : List.of("ask", "askReactive")) {
            McpTestClient client = client(version);
            try (EventStream stream = client.streamCall(tool, "{}")) {
                stream.nextMessage();
                assertThat(client.send("DELETE", client.headers()).status()).isBetween(200, 204);
                assertThat(stream.rest()).isEmpty();
                assertThat(nextOutcome()).isEqualTo("interrupted");
            }
        }
    }

    @LegacyRevisions
    void noQuestionIsSentAfterTheEndOfTheCall(ProtocolVersion version) throws Exception {
        McpTestClient client = client(version);
        assertThat(client.call("askLater").contentText()).isEqualTo("answered already");
        answered.countDown();
        assertThat(nextOutcome()).isEqualTo("The client cannot be asked: its request has ended");
    }
}

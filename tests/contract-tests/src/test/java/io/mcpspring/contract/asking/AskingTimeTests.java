package io.mcpspring.contract.asking;

import static io.mcpspring.support.Dialogue.accept;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.Exchanges;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.exchange.TimeAsking;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The time until the user answers does not count towards the tool's time limit. */
class AskingTimeTests {

    /** Longer than the time limit of the tools. */
    private static final Duration THINKING = Duration.ofMillis(2100);

    record Sure(boolean sure) {}

    static class Tools {

        @McpTool(timeout = "2s")
        String quick(McpExchange exchange) {
            return "quick " + exchange.elicit("Sure?", Sure.class).isAccepted();
        }

        @McpTool(timeout = "2s")
        Mono<String> quickReactive(ReactiveMcpExchange exchange) {
            return exchange.elicit("Sure?", Sure.class).map(answer -> "quick " + answer.isAccepted());
        }

        @McpTool(timeout = "2s")
        String slow(McpExchange exchange) throws InterruptedException {
            exchange.elicit("Sure?", Sure.class);
            new CountDownLatch(1).await();
            return "never";
        }

        @McpTool(timeout = "2s")
        Mono<String> slowReactive(ReactiveMcpExchange exchange) {
            return exchange.elicit("Sure?", Sure.class).then(Mono.never());
        }

        @McpTool
        Mono<String> goesOnReactive(ReactiveMcpExchange exchange) {
            return exchange.elicit("Sure?", Sure.class)
                    .map(answer -> goesOn(Exchanges.of(exchange).timeAsking()));
        }

        private static String goesOn(TimeAsking time) {
            Duration total = time.total();
            long now = System.nanoTime();
            while (System.nanoTime() - now < 1_000_000) {
                Thread.onSpinWait();
            }
            return !total.isZero() && total.equals(time.total()) ? "over" : "not over";
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    private static final List<ProtocolVersion> REVISIONS = Revisions.every().stream()
            .filter(version -> version.isAtLeast(ProtocolVersion.V2025_06_18))
            .toList();

    /** The responses by revision and tool. All calls are made at the same time, because each of them takes seconds. */
    private static final Map<ProtocolVersion, Map<String, Future<JsonNode>>> RESPONSES =
            new EnumMap<>(ProtocolVersion.class);

    @BeforeAll
    static void callAllTools() {
        ExecutorService threads = Executors.newCachedThreadPool();
        for (ProtocolVersion version : REVISIONS) {
            for (String tool : List.of("quick", "quickReactive", "slow", "slowReactive")) {
                RESPONSES
                        .computeIfAbsent(version, key -> new HashMap<>())
                        .put(tool, threads.submit(() -> callAndThink(version, tool)));
            }
        }
        threads.shutdown();
    }

    private static JsonNode callAndThink(ProtocolVersion version, String tool) throws InterruptedException {
        McpTestClient client = SERVER.clientWith(version, "{\"elicitation\": {}}");
        if (version.isModern()) {
            return Dialogue.of(client, tool, accept("{\"sure\": true}")).response();
        }
        try (EventStream stream = client.streamCall(tool, "{}")) {
            JsonNode question = stream.nextMessage();
            // The user answers late. Only elapsed time can show the effect.
            Thread.sleep(THINKING.toMillis());
            assertThat(stream.arrived()).isEmpty();
            client.respond(question, accept("{\"sure\": true}"));
            return stream.nextMessage();
        }
    }

    private static JsonNode response(ProtocolVersion version, String tool) throws Exception {
        return RESPONSES.get(version).get(tool).get(60, TimeUnit.SECONDS);
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void theTimeOfTheAnswerDoesNotCountTowardsTheLimit(ProtocolVersion version) throws Exception {
        for (String tool : List.of("quick", "quickReactive")) {
            assertThat(response(version, tool).at("/result/content/0/text").stringValue())
                    .isEqualTo("quick true");
        }
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void theLimitAppliesAgainAfterTheAnswer(ProtocolVersion version) throws Exception {
        for (String tool : List.of("slow", "slowReactive")) {
            JsonNode response = response(version, tool);
            assertThat(response.at("/result/isError").booleanValue()).isTrue();
            assertThat(response.at("/result/content/0/text").stringValue())
                    .isEqualTo(
                            tool.equals("slow")
                                    ? "Tool 'slow' was stopped: it did not finish within 2 s."
                                    : "Tool 'slowReactive' may still take effect: it did not finish within 2 s and could not"
                                            + " be stopped. Check what it has done before you repeat it.");
        }
    }

    @LegacyRevisions(since = ProtocolVersion.V2025_06_18)
    void theLimitAppliesAgainWhenTheToolContinues(ProtocolVersion version) {
        McpTestClient client = SERVER.clientWith(version, "{\"elicitation\": {}}");
        assertThat(Dialogue.of(client, "goesOnReactive", accept("{\"sure\": true}"))
                        .text())
                .isEqualTo("over");
    }
}

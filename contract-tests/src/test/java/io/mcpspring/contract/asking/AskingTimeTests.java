package io.mcpspring.contract.asking;

import static io.mcpspring.support.Dialogue.accept;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.Exchange;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.McpRequestContext;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.exchange.TimeAsking;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.springframework.test.util.ReflectionTestUtils;
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
                    .map(answer -> goesOn(inner(exchange).timeAsking()));
        }

        private static Exchange inner(McpRequestContext view) {
            return (Exchange) Objects.requireNonNull(ReflectionTestUtils.getField(view, "exchange"));
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

    private static List<JsonNode> callAndThink(ProtocolVersion version, String... tools) throws InterruptedException {
        McpTestClient client = SERVER.clientWith(version, "{\"elicitation\": {}}");
        if (version.isModern()) {
            return Arrays.stream(tools)
                    .map(tool -> Dialogue.of(client, tool, accept("{\"sure\": true}"))
                            .response())
                    .toList();
        }
        List<EventStream> streams =
                Arrays.stream(tools).map(tool -> client.streamCall(tool, "{}")).toList();
        List<JsonNode> questions =
                streams.stream().map(EventStream::nextMessage).toList();
        // The user answers late. Only elapsed time can show the effect.
        Thread.sleep(THINKING.toMillis());
        List<JsonNode> responses = new ArrayList<>();
        for (EventStream stream : streams) {
            try (stream) {
                assertThat(stream.arrived()).isEmpty();
                client.respond(questions.get(streams.indexOf(stream)), accept("{\"sure\": true}"));
                responses.add(stream.nextMessage());
            }
        }
        return responses;
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void theTimeOfTheAnswerDoesNotCountTowardsTheLimit(ProtocolVersion version) throws Exception {
        assertThat(callAndThink(version, "quick", "quickReactive"))
                .extracting(response -> response.at("/result/content/0/text").stringValue())
                .containsExactly("quick true", "quick true");
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void theLimitAppliesAgainAfterTheAnswer(ProtocolVersion version) throws Exception {
        List<JsonNode> responses = callAndThink(version, "slow", "slowReactive");
        assertThat(responses)
                .allMatch(response -> response.at("/result/isError").booleanValue());
        assertThat(responses)
                .extracting(response -> response.at("/result/content/0/text").stringValue())
                .containsExactly(
                        "Tool 'slow' was stopped: it did not finish within 2 s.",
                        "Tool 'slowReactive' was stopped: it did not finish within 2 s.");
    }

    @LegacyRevisions(since = ProtocolVersion.V2025_06_18)
    void theLimitAppliesAgainWhenTheToolContinues(ProtocolVersion version) {
        McpTestClient client = SERVER.clientWith(version, "{\"elicitation\": {}}");
        assertThat(Dialogue.of(client, "goesOnReactive", accept("{\"sure\": true}"))
                        .text())
                .isEqualTo("over");
    }
}

package io.mcpspring.contract;

import static io.mcpspring.contract.Dialogue.accept;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.McpExchange;
import io.mcpspring.server.ReactiveMcpExchange;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;

/** The time that the user takes to answer is no time of the tool. */
class AskingTimeTests {

    /** Longer than the limit of the tools. */
    private static final Duration THINKING = Duration.ofMillis(400);

    record Sure(boolean sure) {
    }

    static class Tools {

        @McpTool(timeout = "200ms")
        String quick(McpExchange exchange) {
            return "quick " + exchange.elicit("Sure?", Sure.class).isAccepted();
        }

        @McpTool(timeout = "200ms")
        Mono<String> quickReactive(ReactiveMcpExchange exchange) {
            return exchange.elicit("Sure?", Sure.class).map(answer -> "quick " + answer.isAccepted());
        }

        @McpTool(timeout = "200ms")
        String slow(McpExchange exchange) throws InterruptedException {
            exchange.elicit("Sure?", Sure.class);
            new CountDownLatch(1).await();
            return "never";
        }

        @McpTool(timeout = "200ms")
        Mono<String> slowReactive(ReactiveMcpExchange exchange) {
            return exchange.elicit("Sure?", Sure.class).then(Mono.never());
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    private static JsonNode callAndThink(ProtocolVersion version, String tool) throws InterruptedException {
        McpTestClient client = SERVER.clientWith(version, "{\"elicitation\": {}}");
        if (version.isModern()) {
            return Dialogue.of(client, tool, accept("{\"sure\": true}")).response();
        }
        try (EventStream stream = client.streamCall(tool, "{}")) {
            JsonNode question = stream.nextMessage();
            // This user takes his time: the one thing here that only time can show.
            Thread.sleep(THINKING.toMillis());
            assertThat(stream.arrived()).isEmpty();
            client.respond(question, accept("{\"sure\": true}"));
            return stream.nextMessage();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "V2025_03_26")
    void theLimitStandsStillWhileTheUserIsAsked(ProtocolVersion version) throws Exception {
        for (String tool : List.of("quick", "quickReactive")) {
            assertThat(callAndThink(version, tool).at("/result/content/0/text").stringValue()).isEqualTo("quick true");
        }
    }

    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "V2025_03_26")
    void afterTheAnswerItGoesOn(ProtocolVersion version) throws Exception {
        for (String tool : List.of("slow", "slowReactive")) {
            JsonNode response = callAndThink(version, tool);
            assertThat(response.at("/result/isError").booleanValue()).isTrue();
            assertThat(response.at("/result/content/0/text").stringValue())
                    .isEqualTo("Tool '" + tool + "' was stopped: it did not finish within 200 ms.");
        }
    }
}

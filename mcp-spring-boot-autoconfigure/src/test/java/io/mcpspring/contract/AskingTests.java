package io.mcpspring.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.server.Elicited;
import io.mcpspring.server.InputRequired;
import io.mcpspring.server.McpExchange;
import io.mcpspring.server.Question;
import io.mcpspring.server.ReactiveMcpExchange;
import io.mcpspring.support.Answer;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A tool asks the client in one way, and both eras put the question in theirs. */
class AskingTests {

    record Name(String name) {
    }

    static class Tools {

        @McpTool(description = "Greets")
        String greet(McpExchange exchange) {
            return "Hello " + exchange.elicit("Who are you?", Name.class).accepted().map(Name::name).orElse("nobody");
        }

        @McpTool(description = "Greets")
        Mono<String> greetReactive(ReactiveMcpExchange exchange) {
            return exchange.elicit("Who are you?", Name.class)
                    .map(name -> "Hello " + name.accepted().map(Name::name).orElse("nobody"));
        }

        @McpTool(description = "Greets")
        String greetCarefully(McpExchange exchange) {
            try {
                return greet(exchange);
            } catch (Exception ex) {
                return "failed: " + ex.getMessage();
            }
        }

        @McpTool(description = "Greets")
        Mono<String> greetWhatever(ReactiveMcpExchange exchange) {
            return greetReactive(exchange).onErrorResume(failure -> Mono.just("failed"));
        }

        @McpTool(description = "Greets")
        Object greetExplicitly(McpExchange exchange) {
            Question<Elicited<Name>> question = Question.elicit("who", "Who are you?", Name.class);
            Optional<Elicited<Name>> name = exchange.answer(question);
            return name.isEmpty() ? InputRequired.of(question).withState("asked")
                    : "Hello " + name.get().accepted().map(Name::name).orElse("nobody");
        }

        @McpTool(description = "Works")
        String work(McpExchange exchange) {
            for (int i = 1; i <= 100; i++) {
                exchange.progress(i, 100.0, "step " + i);
            }
            exchange.log(LoggingLevel.INFO, "info");
            exchange.log(LoggingLevel.ERROR, "error");
            return "done";
        }

        @McpTool(description = "Counts")
        Flux<Integer> count() {
            return Flux.range(1, 5);
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    @ParameterizedTest
    @ValueSource(strings = {"greet", "greetReactive", "greetCarefully", "greetWhatever", "greetExplicitly"})
    void aModernClientRepeatsItsCallWithTheAnswer(String tool) {
        McpTestClient client = SERVER.clientWith(ProtocolVersion.V2026_07_28, "{\"elicitation\": {}}");
        Answer asked = client.call(tool);
        assertThat(asked.result().path("resultType").asString("")).as(asked.text()).isEqualTo("input_required");
        String key = asked.result().get("inputRequests").propertyNames().iterator().next();
        ObjectNode params = JsonMapper.shared().createObjectNode().put("name", tool);
        params.set("requestState", asked.result().get("requestState"));
        params.putObject("inputResponses").putObject(key).put("action", "accept").putObject("content")
                .put("name", "Ada");
        assertThat(client.request("tools/call", params).contentText()).isEqualTo("Hello Ada");
    }

    @ParameterizedTest
    @ValueSource(strings = {"greet", "greetReactive", "greetCarefully", "greetWhatever", "greetExplicitly"})
    void aLegacyClientIsAskedOnTheStreamOfItsCall(String tool) {
        for (ProtocolVersion version : new ProtocolVersion[] {ProtocolVersion.V2025_11_25,
            ProtocolVersion.V2025_06_18}) {
            McpTestClient client = SERVER.clientWith(version, "{\"elicitation\": {}}");
            try (EventStream stream = client.streamCall(tool, "{}")) {
                JsonNode question = stream.nextMessage();
                assertThat(question.get("method").stringValue()).isEqualTo("elicitation/create");
                client.respond(question, "{\"action\": \"accept\", \"content\": {\"name\": \"Ada\"}}");
                JsonNode response = stream.nextMessage();
                assertThat(response.at("/result/content/0/text").stringValue()).isEqualTo("Hello Ada");
                assertThat(stream.rest()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void progressAndLogMessagesComeBeforeTheResponse(ProtocolVersion version) {
        McpTestClient client = SERVER.client(version);
        Answer answer = client.request("tools/call",
                "{\"name\": \"work\", \"_meta\": {\"progressToken\": 7, \"io.modelcontextprotocol/logLevel\": \"info\"}}");
        assertThat(answer.isStream()).isTrue();
        assertThat(answer.notifications("notifications/progress")).hasSizeBetween(2, 100);
        assertThat(answer.notifications("notifications/message")).hasSize(version.isModern() ? 2 : 1);
        assertThat(answer.contentText()).isEqualTo("done");
        Answer counted = client.request("tools/call", "{\"name\": \"count\", \"_meta\": {\"progressToken\": \"t\"}}");
        assertThat(counted.notifications("notifications/progress")).isNotEmpty();
    }
}

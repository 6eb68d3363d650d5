package io.mcpspring.contract.asking;

import static io.mcpspring.support.Dialogue.accept;
import static io.mcpspring.support.ResultChecks.assertNeutralError;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.CreateMessageRequest;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Tool;
import io.mcpspring.protocol.ToolChoice;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client only gets questions for which it declares a capability. */
@ExtendWith(OutputCaptureExtension.class)
class AskingCapabilitiesTests {

    record Name(String name) {}

    static class Tools {

        @McpTool
        String form(McpExchange exchange) {
            return "form " + exchange.elicit("Who?", Name.class).isAccepted();
        }

        @McpTool
        Mono<String> formReactive(ReactiveMcpExchange exchange) {
            return exchange.elicit("Who?", Name.class).map(answer -> "form " + answer.isAccepted());
        }

        @McpTool
        Object formExplicit(McpExchange exchange) {
            return exchange.answer("who").isPresent()
                    ? "form true"
                    : InputRequired.of(Question.elicit("who", "Who?", Name.class));
        }

        @McpTool
        String url(McpExchange exchange) {
            return "url "
                    + exchange.elicitUrl("Please sign in", URI.create("https://example.com/in?x=1"))
                            .isAccepted();
        }

        @McpTool
        String sampling(McpExchange exchange) {
            return exchange.sample(CreateMessageRequest.of("Hi", 10)).text();
        }

        @McpTool
        String samplingWithTools(McpExchange exchange) {
            Tool tool =
                    Tool.of("x", null, JsonMapper.shared().createObjectNode().put("type", "object"));
            return exchange.sample(CreateMessageRequest.of("Hi", 10).withTools(List.of(tool), ToolChoice.Mode.AUTO))
                    .text();
        }

        @McpTool
        String roots(McpExchange exchange) {
            return exchange.roots().toString();
        }

        @McpTool
        InputRequired several() {
            return InputRequired.of(
                    Question.elicit("who", "Who?", Name.class),
                    Question.elicitUrl("in", "Please sign in", URI.create("https://example.com/in")),
                    Question.roots("roots"));
        }

        @McpTool
        String doesWithout(McpExchange exchange) {
            try {
                return form(exchange);
            } catch (McpClientCapabilityException notDeclared) {
                return "without " + notDeclared.missingFeatures();
            }
        }

        @McpTool
        Mono<String> doesWithoutReactive(ReactiveMcpExchange exchange) {
            return formReactive(exchange)
                    .onErrorResume(
                            McpClientCapabilityException.class,
                            notDeclared -> Mono.just("without " + notDeclared.missingFeatures()));
        }

        @McpTool
        Mono<String> waits(McpExchange exchange) {
            return Mono.just(form(exchange));
        }

        @McpTool
        CompletableFuture<String> waitsForStage(McpExchange exchange) {
            return CompletableFuture.completedFuture(form(exchange));
        }

        @McpTool
        Mono<String> waitsElsewhere(McpExchange exchange) {
            return Mono.fromSupplier(() -> form(exchange)).subscribeOn(Schedulers.boundedElastic());
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    private static Stream<Arguments> undeclared() {
        String form = "{\"elicitation\":{\"form\":{}}}";
        String url = "{\"elicitation\":{\"url\":{}}}";
        String sampling = "{\"sampling\":{}}";
        String tools = "{\"sampling\":{\"tools\":{}}}";
        return Stream.of(
                        Arguments.of("form", "{}", form),
                        Arguments.of("form", url, form),
                        Arguments.of("form", "{\"sampling\": {}, \"roots\": {}}", form),
                        Arguments.of("formReactive", "{}", form),
                        Arguments.of("formExplicit", "{}", form),
                        Arguments.of("url", "{}", url),
                        Arguments.of("url", "{\"elicitation\": {}}", url),
                        Arguments.of("url", form, url),
                        Arguments.of("sampling", "{}", sampling),
                        Arguments.of("sampling", form, sampling),
                        Arguments.of("samplingWithTools", sampling, tools),
                        Arguments.of("roots", "{}", "{\"roots\":{}}"))
                .flatMap(undeclared -> Revisions.every().stream()
                        .map(version -> Arguments.of(
                                version,
                                undeclared.get()[0],
                                undeclared.get()[1],
                                undeclared.get()[2])));
    }

    @ParameterizedTest
    @MethodSource("undeclared")
    void aQuestionRequiresItsDeclaredCapability(
            ProtocolVersion version, String tool, String declared, String required, CapturedOutput log) {
        Answer answer = SERVER.clientWith(version, declared).call(tool);
        assertThat(answer.isStream()).isFalse();
        String feature =
                required.replaceAll("[{}\"]", "").replaceFirst(":$", "").replace(':', '.');
        String text = "The client cannot be asked: it must declare the capability '" + feature + "'";
        if (version.isModern()) {
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.errorCode()).isEqualTo(-32021);
            assertThat(answer.error().get("message").stringValue()).isEqualTo(text);
            assertThat(answer.error().get("data"))
                    .isEqualTo(JsonMapper.shared().readTree("{\"requiredCapabilities\": " + required + "}"));
        } else {
            assertThat(answer.isToolError()).isTrue();
            assertThat(answer.contentText()).isEqualTo(text);
        }
        assertThat(log).doesNotContain("ERROR");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            several           | {}          | {"elicitation": {"form": {}, "url": {}}, "roots": {}}
            several           | {"roots":{}} | {"elicitation": {"form": {}, "url": {}}}
            samplingWithTools | {}          | {"sampling": {"tools": {}}}
            """)
    void allMissingCapabilitiesAreNamedAtOnce(String tool, String declared, String required) {
        Answer answer = SERVER.clientWith(ProtocolVersion.V2026_07_28, declared).call(tool);
        assertThat(answer.errorCode()).isEqualTo(-32021);
        assertThat(answer.error().at("/data/requiredCapabilities"))
                .isEqualTo(JsonMapper.shared().readTree(required));
        assertThat(answer.error().get("message").stringValue())
                .startsWith("The client cannot be asked: it must declare the capabilities '");
    }

    @EveryRevision
    void aToolMayContinueWithoutTheCapability(ProtocolVersion version) {
        for (String tool : List.of("doesWithout", "doesWithoutReactive")) {
            assertThat(SERVER.client(version).call(tool).contentText()).isEqualTo("without [elicitation.form]");
        }
    }

    @EveryRevision
    void elicitationWithoutAModeAllowsForms(ProtocolVersion version) {
        for (String declared : List.of(
                "{\"elicitation\": {}}",
                "{\"elicitation\": {\"form\": {}}}",
                // As PHP writes empty objects.
                "{\"elicitation\": []}",
                "{\"elicitation\": {\"form\": []}}")) {
            Dialogue dialogue = Dialogue.of(SERVER.clientWith(version, declared), "form", accept("{\"name\": \"a\"}"));
            assertThat(dialogue.text()).isEqualTo("form true");
            assertThat(dialogue.questions().get(0).get("params").has("mode"))
                    .isEqualTo(version.isAtLeast(ProtocolVersion.V2025_11_25));
        }
    }

    @EveryRevision
    void declaredCapabilitiesApplyInEveryRevision(ProtocolVersion version) {
        assertThat(Dialogue.of(SERVER.clientWith(version, Dialogue.EVERYTHING), "samplingWithTools", """
                {"role": "assistant", "model": "m", "content": {"type": "text", "text": "Hello"}}""")
                        .text())
                .isEqualTo("Hello");
    }

    @EveryRevision
    void aUrlElicitationReturnsTheActionOfTheUser(ProtocolVersion version) {
        String declared = "{\"elicitation\": {\"url\": {}}}";
        JsonNode question = null;
        for (String action : List.of("accept", "decline", "cancel")) {
            Dialogue dialogue =
                    Dialogue.of(SERVER.clientWith(version, declared), "url", "{\"action\": \"" + action + "\"}");
            assertThat(dialogue.text()).isEqualTo("url " + action.equals("accept"));
            question = dialogue.questions().get(0).get("params");
            assertThat(question.get("mode").stringValue()).isEqualTo("url");
            assertThat(question.get("url").stringValue()).isEqualTo("https://example.com/in?x=1");
            assertThat(question.get("message").stringValue()).isEqualTo("Please sign in");
        }
        assertThat(question.has("elicitationId")).isEqualTo(!version.isModern());
    }

    @EveryRevision
    void aToolThatMustNotWaitFailsWithAnExplanation(ProtocolVersion version, CapturedOutput log) {
        for (String tool : List.of("waits", "waitsForStage")) {
            assertNeutralError(
                    SERVER.clientWith(version, "{\"elicitation\": {}}").call(tool), tool);
        }
        assertThat(log)
                .contains("A method that returns a reactive type or a CompletionStage must declare a parameter"
                        + " of type ReactiveMcpExchange instead.");
        assertThat(Dialogue.of(
                                SERVER.clientWith(version, "{\"elicitation\": {}}"),
                                "waitsElsewhere",
                                accept("{\"name\": \"a\"}"))
                        .text())
                .isEqualTo("form true");
    }
}

package io.mcpspring.contract.asking;

import static io.mcpspring.support.Dialogue.accept;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.annotation.McpTool.ConfirmUnsupported;
import io.mcpspring.annotation.McpTool.TaskSupport;
import io.mcpspring.annotation.McpToolParam;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.EventStream;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.ModernRevisions;
import io.mcpspring.support.Revisions;
import io.mcpspring.support.TestServer;
import io.mcpspring.test.McpTestRequest;
import io.mcpspring.test.McpToolResponse;
import io.mcpspring.tool.McpToolDefinition;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A tool can require that the user confirms each call. */
class ConfirmationTests {

    private static final AtomicInteger RUNS = new AtomicInteger();

    private static final CountDownLatch NEVER = new CountDownLatch(1);

    record Id(String id) {}

    record Order(String id, List<Integer> parts) {}

    record Name(String name) {}

    @Import(Orders.class)
    static class Tools {

        @McpTool(confirm = "Delete {id}?")
        String blocking(@Size(max = 300) String id) {
            return deleted(id);
        }

        @McpTool(confirm = "Delete {id}?")
        String withExchange(String id, McpExchange exchange) {
            return deleted(id);
        }

        @McpTool(confirm = "Delete {id}?")
        Mono<String> reactive(@Size(max = 300) String id) {
            return Mono.fromSupplier(() -> deleted(id));
        }

        @McpTool(confirm = "Delete {id}?")
        CompletableFuture<String> later(String id) {
            return CompletableFuture.supplyAsync(() -> deleted(id));
        }

        @Bean
        McpToolDefinition function() {
            return McpToolDefinition.named("function")
                    .inputSchema(Id.class)
                    .confirm("Delete {id}?")
                    .call((arguments, exchange) ->
                            deleted(arguments.as(Id.class).id()))
                    .build();
        }

        @Bean
        McpToolDefinition reactiveFunction() {
            return McpToolDefinition.named("reactiveFunction")
                    .inputSchema(Id.class)
                    .confirm("Delete {id}?", ConfirmUnsupported.REFUSE)
                    .callReactive((arguments, exchange) -> Mono.fromSupplier(
                            () -> deleted(arguments.as(Id.class).id())))
                    .build();
        }

        @McpTool(confirm = "{text}, {count}, {order}, {absent}, {usual}.")
        String values(
                String text,
                int count,
                @Nullable Order order,
                @Nullable String absent,
                @McpToolParam(defaultValue = "often") String usual) {
            return "done";
        }

        @McpTool(confirm = "Go on?", confirmUnsupported = ConfirmUnsupported.CALL)
        String lenient() {
            return "done";
        }

        @McpTool(confirm = "Go on?")
        String asks(McpExchange exchange) {
            return "Hello "
                    + exchange.elicit("Who?", Name.class)
                            .accepted()
                            .orElseThrow()
                            .name();
        }

        @McpTool(confirm = "Go on?")
        Object asksWithState(McpExchange exchange) {
            Question<?> question = Question.elicit("who", "Who?", Name.class);
            return exchange.answer(question).isPresent()
                    ? "state " + exchange.state().orElseThrow()
                    : InputRequired.of(question).withState("kept");
        }

        @McpTool(confirm = "Begin?", task = TaskSupport.OPTIONAL)
        String work() throws InterruptedException {
            RUNS.incrementAndGet();
            NEVER.await();
            return "never";
        }

        @McpTool(confirm = "Go on?", timeout = "1s")
        String quick() {
            return "done";
        }
    }

    @RestController
    static class Orders {

        @McpTool(confirm = "Delete {id}?")
        @DeleteMapping("/orders/{id}")
        String handler(@PathVariable String id) {
            return deleted(id);
        }
    }

    private static String deleted(String id) {
        RUNS.incrementAndGet();
        return "Deleted " + id;
    }

    private static final List<String> TOOLS =
            List.of("blocking", "withExchange", "reactive", "later", "function", "reactiveFunction", "handler");

    /** With fewer threads than calls that wait. */
    private static final TestServer SERVER = TestServer.shared(
            Tools.class,
            "mcp.server.controllers.url-rules=ignore",
            "mcp.server.execution.max-concurrency=2",
            "server.tomcat.threads.max=4");

    private static final String ACCEPT = "{\"action\": \"accept\"}";

    @BeforeEach
    void reset() {
        RUNS.set(0);
    }

    private static Stream<Arguments> stylesAndRevisions() {
        return Revisions.every().stream().flatMap(version -> TOOLS.stream().map(tool -> Arguments.of(tool, version)));
    }

    @ParameterizedTest
    @MethodSource("stylesAndRevisions")
    void aToolOfAnyStyleRunsOnceIfTheUserAccepts(String tool, ProtocolVersion version) {
        try (Call call = Call.begin(version, tool, "{\"id\": \"N1\"}")) {
            assertThat(RUNS).hasValue(0);
            assertThat(call.question().at("/params/message").stringValue()).isEqualTo("Delete \"N1\"?");
            assertThat(call.question().at("/params/requestedSchema"))
                    .hasToString("{\"type\":\"object\",\"properties\":{}}");
            assertThat(text(call.answer(ACCEPT))).isEqualTo("Deleted N1");
            assertThat(RUNS).hasValue(1);
        }
    }

    @ParameterizedTest
    @MethodSource("stylesAndRevisions")
    void aToolOfAnyStyleDoesNotRunIfTheUserDoesNotAccept(String tool, ProtocolVersion version) {
        for (Map.Entry<String, String> text : Map.of(
                        "decline", "The user declined the call.",
                        "cancel", "The user did not confirm the call.")
                .entrySet()) {
            try (Call call = Call.begin(version, tool, "{\"id\": \"N1\"}")) {
                JsonNode response = call.answer("{\"action\": \"" + text.getKey() + "\"}");
                assertThat(text(response)).isEqualTo(text.getValue());
                assertThat(response.at("/result/isError").booleanValue()).isTrue();
            }
        }
        assertThat(RUNS).hasValue(0);
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void eachCallIsAskedFor(ProtocolVersion version) {
        for (int i = 0; i < 2; i++) {
            McpToolResponse response = SERVER.tester(version)
                    .call("blocking")
                    .argument("id", "N1")
                    .onElicitation(McpTestRequest.Elicitation::accept)
                    .execute();
            response.text().isEqualTo("Deleted N1");
            assertThat(response.questions()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"text\": \"a\", \"count\": 1}|\"a\", 1, not given, not given, \"often\".",
                "{\"text\": \"a\", \"count\": 1, \"order\": {\"id\": \"{text}\", \"parts\": [1, 2]}, \"absent\": \"null\","
                        + " \"usual\": \"\"}|\"a\", 1, {\"id\":\"{text}\",\"parts\":[1,2]}, \"null\", \"\".",
                "{\"text\": \"a\\\", 1. Otherwise\\nnothing \\\\ {count}$1\", \"count\": 1}"
                        + "|\"a\\\", 1. Otherwise?nothing \\\\ {count}$1\", 1, not given, not given, \"often\".",
                "{\"text\": \"\\u202ea\\u2067b\\u3164c\\u200bd\", \"count\": 1}"
                        + "|\"?a?b?c?d\", 1, not given, not given, \"often\".",
                "{\"text\": \"a\\uff02 (done), \\u201cb\", \"count\": 1}"
                        + "|\"a? (done), ?b\", 1, not given, not given, \"often\"."
            })
    void theModelCannotForgeTheQuestion(String argumentsAndQuestion) {
        String[] parts = argumentsAndQuestion.split("\\|");
        assertThat(question(parts[0])).isEqualTo(parts[1]);
    }

    @Test
    void longValuesAreShortened() {
        String text = "a".repeat(201);
        assertThat(question("{\"text\": \"" + text + "\", \"count\": 1, \"order\": {\"id\": \"" + text
                        + "\", \"parts\": []}}"))
                .isEqualTo("\"" + "a".repeat(200) + "...\", 1, {\"id\":\"" + "a".repeat(193)
                        + "..., not given, \"often\".");
    }

    private static String question(String arguments) {
        try (Call call = Call.begin(ProtocolVersion.newest(), "values", arguments)) {
            return call.question().at("/params/message").stringValue();
        }
    }

    @EveryRevision
    void invalidArgumentsAreRefusedWithoutAQuestion(ProtocolVersion version) {
        McpTestClient client = SERVER.clientWith(version, Dialogue.EVERYTHING);
        for (String tool : List.of("blocking", "reactive")) {
            for (String arguments : List.of("{}", "{\"id\": [1]}", "{\"id\": \"" + "a".repeat(301) + "\"}")) {
                assertThat(client.call(tool, arguments).text()).contains("Invalid arguments for tool");
            }
        }
        assertThat(RUNS).hasValue(0);
    }

    @EveryRevision
    void aClientThatCannotAskIsRefused(ProtocolVersion version) {
        Answer answer =
                SERVER.clientWith(version, "{\"elicitation\": {\"url\": {}}}").call("blocking", "{\"id\": \"N1\"}");
        String text = "The user must confirm the call, but the client cannot ask: it must declare the capability"
                + " 'elicitation.form'";
        if (version.isModern()) {
            assertThat(answer.errorCode()).isEqualTo(-32021);
            assertThat(answer.error().get("message").stringValue()).isEqualTo(text);
        } else {
            assertThat(answer.isToolError()).isTrue();
            assertThat(answer.contentText()).isEqualTo(text);
        }
        assertThat(RUNS).hasValue(0);
    }

    @EveryRevision
    void aToolCanBeCalledByClientsThatCannotAsk(ProtocolVersion version) {
        assertThat(SERVER.client(version).call("lenient").contentText()).isEqualTo("done");
        try (Call call = Call.begin(version, "lenient", "{}")) {
            assertThat(text(call.answer("{\"action\": \"decline\"}"))).isEqualTo("The user declined the call.");
        }
    }

    @EveryRevision
    void aConfirmedToolAsksItsOwnQuestions(ProtocolVersion version) {
        McpTestClient client = SERVER.clientWith(version, Dialogue.EVERYTHING);
        assertThat(Dialogue.of(client, "asks", ACCEPT, accept("{\"name\": \"Ada\"}"))
                        .text())
                .isEqualTo("Hello Ada");
        assertThat(Dialogue.of(client, "asksWithState", ACCEPT, accept("{\"name\": \"Ada\"}"))
                        .text())
                .isEqualTo("state kept");
    }

    @ModernRevisions
    void anAnswerIsValidForItsCallAlone(ProtocolVersion version) {
        McpTestClient client = SERVER.clientWith(version, Dialogue.EVERYTHING);
        Answer asked = client.call("blocking", "{\"id\": \"N1\"}");
        JsonNode state = asked.result().get("requestState");
        ObjectNode responses = JsonMapper.shared().createObjectNode();
        asked.result()
                .get("inputRequests")
                .propertyNames()
                .forEach(key -> responses.set(key, JsonMapper.shared().readTree(ACCEPT)));

        assertThat(Dialogue.call(client, "blocking", "{\"id\": \"N2\"}", responses, state)
                        .errorCode())
                .isEqualTo(-32602);
        assertThat(Dialogue.call(client, "reactive", "{\"id\": \"N1\"}", responses, state)
                        .errorCode())
                .isEqualTo(-32602);
        for (Answer again : List.of(
                Dialogue.call(client, "blocking", "{\"id\": \"N1\"}", responses, null),
                Dialogue.call(client, "blocking", "{\"id\": \"N1\"}", null, state),
                client.call("blocking", "{\"id\": \"N1\"}"))) {
            assertThat(Dialogue.isInputRequired(again.json())).isTrue();
        }
        assertThat(RUNS).hasValue(0);
        assertThat(Dialogue.call(client, "blocking", "{\"id\": \"N1\"}", responses, state)
                        .contentText())
                .isEqualTo("Deleted N1");
    }

    @EveryRevision
    void anInvalidAnswerDoesNotConfirm(ProtocolVersion version) {
        for (String invalid : List.of("{}", "{\"action\": \"yes\"}", accept("[]"))) {
            try (Call call = Call.begin(version, "blocking", "{\"id\": \"N1\"}")) {
                JsonNode response = call.answer(invalid);
                assertThat(response.at("/error/code").intValue(0) == -32602
                                || response.at("/result/isError").booleanValue(false))
                        .as(response.toString())
                        .isTrue();
            }
        }
        assertThat(RUNS).hasValue(0);
    }

    @ModernRevisions
    void aTaskBeginsWhenTheUserHasConfirmed(ProtocolVersion version) {
        McpTestClient client = SERVER.clientWith(
                version, "{\"extensions\": {\"io.modelcontextprotocol/tasks\": {}}, \"elicitation\": {}}");
        Dialogue declined = Dialogue.of(client, "work", "{\"action\": \"decline\"}");
        assertThat(declined.text()).isEqualTo("The user declined the call.");
        assertThat(RUNS).hasValue(0);
        Dialogue accepted = Dialogue.of(client, "work", ACCEPT);
        JsonNode task = accepted.response().get("result");
        assertThat(task.get("resultType").stringValue()).isEqualTo("task");
        assertThat(RUNS).hasValue(1);
        client.request("tasks/cancel", "{\"taskId\": " + task.get("taskId") + "}");
    }

    @LegacyRevisions
    void noThreadWaitsForTheAnswer(ProtocolVersion version) {
        List<Call> calls = IntStream.range(0, 6)
                .mapToObj(i -> Call.begin(version, "blocking", "{\"id\": \"N" + i + "\"}"))
                .toList();
        for (int i = 0; i < calls.size(); i++) {
            try (Call call = calls.get(i)) {
                assertThat(text(call.answer(ACCEPT))).isEqualTo("Deleted N" + i);
            }
        }
    }

    @LegacyRevisions
    void theTimeOfTheAnswerDoesNotCountTowardsTheLimit(ProtocolVersion version) throws InterruptedException {
        try (Call call = Call.begin(version, "quick", "{}")) {
            // The user answers late. Only elapsed time can show the effect.
            Thread.sleep(1100);
            assertThat(text(call.answer(ACCEPT))).isEqualTo("done");
        }
    }

    private static String text(JsonNode response) {
        return response.at("/result/content/0/text").asString(response.toString());
    }

    /** A call that waits for the user's answer, in the form of its revision. */
    private record Call(
            McpTestClient client,
            String tool,
            String arguments,
            @Nullable EventStream stream,
            JsonNode asked) implements AutoCloseable {

        static Call begin(ProtocolVersion version, String tool, String arguments) {
            McpTestClient client = SERVER.clientWith(version, Dialogue.EVERYTHING);
            if (version.isModern()) {
                return new Call(
                        client,
                        tool,
                        arguments,
                        null,
                        client.call(tool, arguments).result());
            }
            EventStream stream = client.streamCall(tool, arguments);
            return new Call(client, tool, arguments, stream, stream.nextMessage());
        }

        JsonNode question() {
            JsonNode requests = asked.path("inputRequests");
            return stream == null ? requests.iterator().next() : asked;
        }

        JsonNode answer(String answer) {
            if (stream != null) {
                client.respond(asked, answer);
                return stream.nextMessage();
            }
            ObjectNode responses = JsonMapper.shared().createObjectNode();
            asked.get("inputRequests")
                    .propertyNames()
                    .forEach(key -> responses.set(key, JsonMapper.shared().readTree(answer)));
            return Dialogue.call(client, tool, arguments, responses, asked.get("requestState"))
                    .json();
        }

        @Override
        public void close() {
            if (stream != null) {
                stream.close();
            }
        }
    }
}

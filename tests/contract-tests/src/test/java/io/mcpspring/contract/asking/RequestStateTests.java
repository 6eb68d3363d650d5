package io.mcpspring.contract.asking;

import static io.mcpspring.support.Dialogue.accept;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.ElicitResult;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.InjectionChecks;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.OnNetty;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * The request state that clients of 2026-07-28 return with their answers is accepted only if this server has sealed it.
 */
@ExtendWith(OutputCaptureExtension.class)
class RequestStateTests {

    private static final String ANSWER = "{\"q1\": " + accept("{\"name\": \"Ada\"}") + "}";

    record Name(@JsonProperty(required = true) String name) {}

    record Item(String id, double amount, List<Integer> sizes) {}

    private static volatile String begunOn = "";

    static class Tools {

        @McpTool
        String order(Item item, McpExchange exchange) {
            return item.id() + " " + item.amount() + " for "
                    + exchange.elicit("Who?", Name.class)
                            .accepted()
                            .map(Name::name)
                            .orElse("nobody");
        }

        @McpTool
        String other(Item item, McpExchange exchange) {
            return order(item, exchange);
        }

        @McpTool
        String twice(McpExchange exchange) {
            return exchange.elicit("Who?", Name.class)
                            .accepted()
                            .map(Name::name)
                            .orElse("nobody")
                    + exchange.elicit("Who else?", Name.class)
                            .accepted()
                            .map(Name::name)
                            .orElse("nobody");
        }

        @McpTool
        Object raw(McpExchange exchange) {
            return exchange.answer("who")
                    .<Object>map(JsonNode::toString)
                    .orElseGet(() -> InputRequired.of(Question.elicit("who", "Who?", Name.class)));
        }

        @McpTool
        Object typed(McpExchange exchange) {
            Question<ElicitResult<Name>> who = Question.elicit("who", "Who?", Name.class);
            return exchange.answer(who).<Object>map(Object::toString).orElseGet(() -> InputRequired.of(who));
        }

        @McpTool
        String greets(McpExchange exchange) {
            return "Hello "
                    + exchange.unaskedAnswer("name")
                            .map(name -> name.at("/content/name").stringValue())
                            .orElse("stranger");
        }

        @McpTool
        Mono<String> large(String text, ReactiveMcpExchange exchange) {
            return exchange.elicit("Who?", Name.class)
                    .map(who -> who.accepted().map(Name::name).orElse("nobody"));
        }

        @Bean
        static McpInterceptor begins() {
            return (invocation, chain) -> {
                begunOn = Thread.currentThread().getName();
                return chain.proceed(invocation);
            };
        }

        @McpTool
        String plain() {
            return "plain";
        }
    }

    static class WithUsers extends Tools {

        @Bean
        InjectionChecks.Users users() {
            return new InjectionChecks.Users();
        }
    }

    private static final String ORDER = "{\"item\": {\"id\": \"a\", \"amount\": 1.50, \"sizes\": [1, 2]}}";

    private static final String SECRET = "the first secret of all has 32 bytes and more";

    private static final TestServer SERVER = TestServer.shared(Tools.class, "mcp.server.secret=" + SECRET);

    private final McpTestClient client = SERVER.clientWith(ProtocolVersion.V2026_07_28, "{\"elicitation\": {}}");

    private String state() {
        return state(client, "order", ORDER);
    }

    private static String state(McpTestClient client, String tool, String arguments) {
        return Dialogue.call(client, tool, arguments, null, null)
                .result()
                .get("requestState")
                .stringValue();
    }

    private Answer answer(String tool, String arguments, String state) {
        return Dialogue.call(client, tool, arguments, json(ANSWER), StringNode.valueOf(state));
    }

    private static void assertRefused(Answer answer) {
        assertThat(answer.errorCode()).as(answer.text()).isEqualTo(-32602);
        assertThat(answer.error().get("message").stringValue())
                .isEqualTo("requestState does not belong to this request, or"
                        + " is no longer valid; repeat the request without it");
        assertThat(answer.error().has("data")).isFalse();
    }

    @OnNetty("A servlet container has no event loops")
    @Test
    void theStateOfLargeParametersIsCheckedOffTheEventLoops() {
        String large = "{\"text\": \"" + "a".repeat(50_000) + "\"}";
        String state = state(client, "large", large);
        assertThat(answer("large", large, state).contentText()).isEqualTo("Ada");
        assertThat(begunOn).startsWith("boundedElastic-");
        assertRefused(answer("large", "{\"text\": \"" + "b".repeat(50_000) + "\"}", state));
        assertRefused(answer("large", large, "garbage"));
    }

    @Test
    void aStateIsOpaqueAndUnique() {
        String state = state();
        assertThat(state).matches("[A-Za-z0-9_-]+").isNotEqualTo(state());
        assertThat(answer("order", ORDER, state).contentText()).isEqualTo("a 1.5 for Ada");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"item\": {\"sizes\": [1, 2], \"amount\": 1.50, \"id\": \"a\"}}",
                "{\"item\": {\"id\": \"a\", \"amount\": 15e-1, \"sizes\": [1.0, 2]}}",
                "{\"item\": {\"id\": \"\\u0061\", \"amount\": 1.5, \"sizes\": [1, 2e0]}}"
            })
    void theSameRequestMayBeWrittenInAnotherWay(String arguments) {
        assertThat(answer("order", arguments, state()).contentText()).isEqualTo("a 1.5 for Ada");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"item\": {\"id\": \"a\", \"amount\": 1.51, \"sizes\": [1, 2]}}",
                "{\"item\": {\"id\": \"a\", \"amount\": 1.50, \"sizes\": [2, 1]}}",
                "{\"item\": {\"id\": \"b\", \"amount\": 1.50, \"sizes\": [1, 2]}}",
                "{\"item\": {\"id\": \"a\", \"amount\": 1.50, \"sizes\": [1, 2]}, \"more\": null}",
                "{}"
            })
    void theStateOfOtherArgumentsIsRefused(String arguments) {
        assertRefused(answer("order", arguments, state()));
    }

    @Test
    void theStateOfAnotherToolOrMethodIsRefused() {
        assertRefused(answer("other", ORDER, state()));
        assertRefused(answer("plain", "{}", state()));
        assertRefused(client.request("tools/list", json("{\"requestState\": \"" + state() + "\"}")));
    }

    @Test
    void aStateThatWasChangedIsRefused() {
        String state = state();
        for (int i : new int[] {0, 1, 15, 40, state.length() - 1}) {
            char other = state.charAt(i) == 'A' ? 'B' : 'A';
            assertRefused(answer("order", ORDER, state.substring(0, i) + other + state.substring(i + 1)));
        }
        for (String broken : List.of(
                "",
                "x",
                state.substring(1),
                state.substring(0, state.length() - 1),
                state + "A",
                state + "=",
                state + state,
                " " + state,
                "AQ".repeat(200_000))) {
            assertRefused(answer("order", ORDER, broken));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "true", "{}", "[]", "[\"x\"]"})
    void aStateThatIsNotAStringIsRefused(String state) {
        assertRefused(Dialogue.call(
                client, "order", ORDER, json(ANSWER), JsonMapper.shared().readTree(state)));
    }

    @Test
    void aStateThatIsNullIsAbsent() {
        assertThat(Dialogue.isInputRequired(Dialogue.call(client, "order", ORDER, null, NullNode.getInstance())
                        .json()))
                .isTrue();
        assertThat(Dialogue.call(client, "plain", "{}", null, NullNode.getInstance())
                        .contentText())
                .isEqualTo("plain");
    }

    @Test
    void aSessionIdIsRefusedAsState() {
        assertRefused(answer(
                "order", ORDER, SERVER.client(ProtocolVersion.V2025_11_25).sessionId()));
        Map<String, String> headers = SERVER.client(ProtocolVersion.V2025_11_25).headers();
        headers.put("Mcp-Session-Id", state());
        assertThat(SERVER.client(ProtocolVersion.V2025_11_25)
                        .post("{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}", headers)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void aStateBelongsToOneUser() {
        TestServer server = TestServer.shared(WithUsers.class);
        McpTestClient ada = asking(server, "?user=ada");
        McpTestClient bob = asking(server, "?user=bob");
        McpTestClient nobody = asking(server, "");
        StringNode state = StringNode.valueOf(state(ada, "order", ORDER));
        assertThat(Dialogue.call(ada, "order", ORDER, json(ANSWER), state).contentText())
                .isEqualTo("a 1.5 for Ada");
        assertRefused(Dialogue.call(bob, "order", ORDER, json(ANSWER), state));
        assertRefused(Dialogue.call(nobody, "order", ORDER, json(ANSWER), state));
        assertRefused(
                Dialogue.call(ada, "order", ORDER, json(ANSWER), StringNode.valueOf(state(nobody, "order", ORDER))));
    }

    @Test
    void aStateOfThePreviousSecretIsAcceptedButNotOneOfAnotherSecret() {
        String next = "another secret that is long enough";
        McpTestClient before = asking(SERVER, "");
        McpTestClient after = asking(
                TestServer.shared(Tools.class, "mcp.server.secret=" + next, "mcp.server.previous-secrets=" + SECRET),
                "");
        McpTestClient stranger = asking(TestServer.shared(WithUsers.class), "");
        StringNode old = StringNode.valueOf(state(before, "order", ORDER));
        assertThat(Dialogue.call(after, "order", ORDER, json(ANSWER), old).contentText())
                .isEqualTo("a 1.5 for Ada");
        assertRefused(
                Dialogue.call(before, "order", ORDER, json(ANSWER), StringNode.valueOf(state(after, "order", ORDER))));
        assertRefused(Dialogue.call(stranger, "order", ORDER, json(ANSWER), old));
    }

    private static McpTestClient asking(TestServer server, String user) {
        return server.clientWith(ProtocolVersion.V2026_07_28, "{\"elicitation\": {}}", "/mcp" + user);
    }

    @Test
    void answersThatAreTooLongForTheStateAreRefused(CapturedOutput log) {
        String state = state(client, "twice", "{}");
        String much = "{\"q1\": " + accept("{\"name\": \"" + "x".repeat(200_000) + "\"}") + "}";
        Answer refused = Dialogue.call(client, "twice", "{}", json(much), StringNode.valueOf(state));
        assertThat(refused.errorCode()).isEqualTo(-32602);
        assertThat(refused.error().get("message").stringValue())
                .isEqualTo("The state and all answers of a call are too long together");
        assertThat(log).doesNotContain("ERROR");
    }

    @Test
    void answersToOtherQuestionsAreDropped() {
        ObjectNode responses = json(ANSWER);
        responses.putObject("unknown").put("action", "x".repeat(100_000));
        Answer second =
                Dialogue.call(client, "twice", "{}", responses, StringNode.valueOf(state(client, "twice", "{}")));
        assertThat(second.result().get("requestState").stringValue().length()).isLessThan(1000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"[]", "\"q1\"", "7", "true", "{\"q1\": null}", "{\"q1\": \"yes\"}", "{\"q1\": []}"})
    void answersOfTheWrongShapeAreAnErrorWithAndWithoutAState(String responses) {
        for (String state : new String[] {null, state()}) {
            isWrong(Dialogue.call(
                    client,
                    "order",
                    ORDER,
                    JsonMapper.shared().readTree(responses),
                    state == null ? null : StringNode.valueOf(state)));
        }
    }

    private static void isWrong(Answer answer) {
        assertThat(answer.errorCode()).as(answer.text()).isEqualTo(-32602);
        assertThat(answer.error().get("message").stringValue()).startsWith("'inputResponses");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"q1\": {}}",
                "{\"q1\": {\"action\": \"ok\"}}",
                "{\"q1\": {\"action\": 1}}",
                "{\"q1\": {\"action\": \"accept\"}}",
                "{\"q1\": {\"action\": \"accept\", \"content\": null}}",
                "{\"q1\": {\"action\": \"accept\", \"content\": {}}}",
                "{\"q1\": {\"action\": \"accept\", \"content\": {\"name\": 7}}}",
                "{\"q1\": {\"action\": \"accept\", \"content\": [\"Ada\"]}}",
                "{\"q1\": {\"Action\": \"accept\", \"content\": {\"name\": \"Ada\"}}}"
            })
    void aWrongAnswerIsAnErrorOfTheRequest(String responses, CapturedOutput log) {
        isWrong(Dialogue.call(
                client, "order", ORDER, JsonMapper.shared().readTree(responses), StringNode.valueOf(state())));
        assertThat(log).doesNotContain("ERROR");
    }

    @Test
    void aMissingAnswerIsRequestedAgain() {
        StringNode state = StringNode.valueOf(state());
        Stream.of(null, "null", "{}", "{\"other\": {}}").forEach(responses -> {
            JsonNode json = responses == null ? null : JsonMapper.shared().readTree(responses);
            assertThat(Dialogue.isInputRequired(
                            Dialogue.call(client, "order", ORDER, json, state).json()))
                    .isTrue();
        });
    }

    @Test
    void unknownMembersOfAnAnswerAreIgnored() {
        String surplus =
                "{\"q1\": {\"action\": \"accept\", \"content\": {\"name\": \"Ada\"}," + " \"_meta\": {}, \"x\": 1}}";
        assertThat(Dialogue.call(client, "order", ORDER, json(surplus), StringNode.valueOf(state()))
                        .contentText())
                .isEqualTo("a 1.5 for Ada");
    }

    @Test
    void aToolThatReadsRawAnswersChecksThemItself() {
        StringNode state = StringNode.valueOf(state(client, "raw", "{}"));
        assertThat(Dialogue.call(client, "raw", "{}", json("{\"who\": {\"action\": \"?\"}}"), state)
                        .contentText())
                .isEqualTo("{\"action\":\"?\"}");
        StringNode typed = StringNode.valueOf(state(client, "typed", "{}"));
        assertThat(Dialogue.call(client, "typed", "{}", json("{\"who\": {\"action\": \"?\"}}"), typed)
                        .errorCode())
                .isEqualTo(-32602);
    }

    @Test
    void anUnaskedAnswerIsOnlyReadByAToolThatRequestsIt() {
        JsonNode name = json("{\"name\": " + accept("{\"name\": \"Ada\"}") + "}");
        assertThat(Dialogue.call(client, "greets", "{}", name, null).contentText())
                .isEqualTo("Hello Ada");
        assertThat(Dialogue.call(client, "greets", "{}", null, null).contentText())
                .isEqualTo("Hello stranger");

        JsonNode who = json("{\"who\": " + accept("{\"name\": \"Ada\"}") + "}");
        for (String tool : List.of("raw", "typed")) {
            assertThat(Dialogue.isInputRequired(
                            Dialogue.call(client, tool, "{}", who, null).json()))
                    .isTrue();
        }
        assertThat(Dialogue.isInputRequired(Dialogue.call(client, "order", ORDER, json(ANSWER), null)
                        .json()))
                .isTrue();
    }

    private static ObjectNode json(String json) {
        return (ObjectNode) JsonMapper.shared().readTree(json);
    }
}

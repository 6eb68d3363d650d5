package io.mcpspring.contract.asking;

import static io.mcpspring.support.Dialogue.accept;
import static io.mcpspring.support.ResultChecks.assertNeutralError;
import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.annotation.McpTool;
import io.mcpspring.exchange.Answers;
import io.mcpspring.exchange.ElicitResult;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.exchange.McpClientCapabilityException;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.exchange.Question;
import io.mcpspring.exchange.ReactiveMcpExchange;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.Root;
import io.mcpspring.support.Answer;
import io.mcpspring.support.Dialogue;
import io.mcpspring.support.EveryRevision;
import io.mcpspring.support.LegacyRevisions;
import io.mcpspring.support.McpTestClient;
import io.mcpspring.support.TestServer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Several questions, in one round or one after the other; answered questions are not asked again. */
@ExtendWith(OutputCaptureExtension.class)
class AskingRoundsTests {

    record Word(String word) {}

    record Number(int number) {}

    static class Tools {

        static volatile String wording = "";

        @McpTool
        String three(McpExchange exchange) {
            return word(exchange.elicit("First?", Word.class))
                    + word(exchange.elicit("Second?", Word.class))
                    + word(exchange.elicit("Third?", Word.class));
        }

        @McpTool
        Mono<String> threeReactive(ReactiveMcpExchange exchange) {
            return exchange.elicit("First?", Word.class)
                    .flatMap(first -> exchange.elicit("Second?", Word.class)
                            .flatMap(second -> exchange.elicit("Third?", Word.class)
                                    .map(third -> word(first) + word(second) + word(third))));
        }

        @McpTool
        String together(McpExchange exchange) {
            Question<ElicitResult<Word>> word = Question.elicit("word", "Word?", Word.class);
            Question<ElicitResult<Number>> number = Question.elicit("number", "Number?", Number.class);
            Question<List<Root>> roots = Question.roots("roots");
            Answers answers = exchange.ask(word, number, roots);
            return word(answers.to(word))
                    + answers.to(number).accepted().orElseThrow().number()
                    + answers.to(roots).size();
        }

        @McpTool
        Mono<String> zipped(ReactiveMcpExchange exchange) {
            return Mono.zip(
                    exchange.elicit("First?", Word.class),
                    exchange.elicit("Second?", Word.class),
                    (first, second) -> word(first) + word(second));
        }

        @McpTool
        String changing(McpExchange exchange) {
            String subject = wording;
            return subject + ": "
                    + exchange.ask(Question.elicit("sure", "Delete " + subject + "?", Word.class))
                            .accepted()
                            .map(Word::word)
                            .orElse("no");
        }

        @McpTool
        String changingForm(McpExchange exchange) {
            return wording.isEmpty()
                    ? word(exchange.ask(Question.elicit("k", "Say it", Word.class)))
                    : ""
                            + exchange.ask(Question.elicit("k", "Say it", Number.class))
                                    .accepted()
                                    .orElseThrow()
                                    .number();
        }

        @McpTool
        Object wizard(McpExchange exchange) {
            Question<ElicitResult<Word>> first = Question.elicit("first", "First?", Word.class);
            Optional<JsonNode> answer = exchange.answer("first");
            String state = exchange.state().orElse("");
            if (answer.isEmpty()) {
                return InputRequired.of(first).withState("a");
            }
            Question<ElicitResult<Word>> second = Question.elicit("second", "Second?", Word.class);
            return exchange.answer(second)
                    .<Object>map(
                            word -> state + answer.get().at("/content/word").stringValue() + word(word))
                    .orElseGet(() -> InputRequired.of(second).withState(state + "b"));
        }

        @McpTool
        Object wizardThatChanges(McpExchange exchange) {
            String subject = exchange.state().orElse("x");
            Optional<ElicitResult<Word>> sure = exchange.answer(Question.elicit("sure", subject + "?", Word.class));
            if (sure.isPresent() && subject.equals("y")) {
                return word(sure.get());
            }
            String next = exchange.state().isPresent() ? "y" : "x";
            return InputRequired.of(Question.elicit("sure", next + "?", Word.class))
                    .withState(next);
        }

        @McpTool
        Object bothStyles(McpExchange exchange) {
            String first = word(exchange.elicit("First?", Word.class));
            Question<ElicitResult<Word>> second = Question.elicit("second", "Second?", Word.class);
            return exchange.answer(second)
                    .<Object>map(word -> first + word(word))
                    .orElseGet(() -> InputRequired.of(second));
        }

        @McpTool
        Object comesBack(McpExchange exchange) {
            return exchange.state().isPresent()
                    ? "back with " + exchange.state().get()
                    : InputRequired.of().withState("a secret");
        }

        @McpTool
        String sameKeyTwice(McpExchange exchange) {
            return word(exchange.ask(Question.elicit("k", "This?", Word.class)))
                    + word(exchange.ask(Question.elicit("k", "That?", Word.class)));
        }

        @McpTool
        String sameQuestionTwice(McpExchange exchange) {
            return word(exchange.ask(Question.elicit("k", "This?", Word.class)))
                    + word(exchange.ask(Question.elicit("k", "This?", Word.class)));
        }

        @McpTool
        String sameKeyInARound(McpExchange exchange) {
            exchange.ask(Question.roots("k"), Question.elicit("k", "This?", Word.class));
            return "never";
        }

        @McpTool
        Object longState(McpExchange exchange) {
            return InputRequired.of(Question.roots("k")).withState("x".repeat(32 * 1024 + 1));
        }

        @McpTool
        String asksOnceMore(McpExchange exchange) {
            try {
                return word(exchange.ask(Question.elicit("k", "This?", Word.class)));
            } catch (McpClientCapabilityException unusable) {
                return "then " + word(exchange.ask(Question.elicit("k", "This?", Word.class)));
            }
        }

        static String word(ElicitResult<Word> word) {
            return word.accepted().map(Word::word).orElse("-");
        }
    }

    private static final TestServer SERVER = TestServer.shared(Tools.class);

    private static McpTestClient client(ProtocolVersion version) {
        return SERVER.clientWith(version, Dialogue.EVERYTHING);
    }

    private static String word(String word) {
        return accept("{\"word\": \"" + word + "\"}");
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void questionsFollowEachOther(ProtocolVersion version) {
        for (String tool : List.of("three", "threeReactive")) {
            Dialogue dialogue = Dialogue.of(client(version), tool, word("a"), "{\"action\": \"decline\"}", word("c"));
            assertThat(dialogue.text()).isEqualTo("a-c");
            assertThat(dialogue.questions())
                    .extracting(question -> question.at("/params/message").stringValue())
                    .containsExactly("First?", "Second?", "Third?");
        }
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void severalQuestionsAreOneRound(ProtocolVersion version) {
        Dialogue dialogue = Dialogue.of(
                client(version),
                "together",
                question -> question.get("method").stringValue().equals("roots/list")
                        ? "{\"roots\": [{\"uri\": \"file:///a\"}, {\"uri\": \"file:///b\", \"name\": \"B\"}]}"
                        : question.at("/params/message").stringValue().equals("Word?")
                                ? word("a")
                                : accept("{\"number\": 7}"));
        assertThat(dialogue.text()).isEqualTo("a72");
        assertThat(dialogue.questions()).hasSize(3);
        assertThat(Dialogue.of(
                                client(version),
                                "zipped",
                                question -> word(question.at("/params/message")
                                        .stringValue()
                                        .substring(0, 1)))
                        .text())
                .isEqualTo("FS");
    }

    @Test
    void questionsWithoutAKeyAreNumbered() {
        McpTestClient client = client(ProtocolVersion.V2026_07_28);
        assertThat(requests(client.call("together", "{}")).propertyNames()).containsExactly("word", "number", "roots");
        Answer first = client.call("three", "{}");
        assertThat(requests(first).propertyNames()).containsExactly("q1");
        Answer second = repeat(client, "three", first, "{\"q1\": " + word("a") + "}");
        assertThat(requests(second).propertyNames()).containsExactly("q2");
    }

    @Test
    void onlyMissingAnswersOfARoundAreRequestedAgain() {
        McpTestClient client = client(ProtocolVersion.V2026_07_28);
        Answer asked = client.call("together", "{}");
        Answer partly = repeat(client, "together", asked, "{\"number\": %s}".formatted(accept("{\"number\": 7}")));
        assertThat(requests(partly).propertyNames()).containsExactly("word", "roots");
        Answer nothing = repeat(client, "together", partly, "{}");
        assertThat(requests(nothing).propertyNames()).containsExactly("word", "roots");
        assertThat(repeat(
                                client,
                                "together",
                                nothing,
                                "{\"word\": %s, \"roots\": {\"roots\": []}}".formatted(word("a")))
                        .contentText())
                .isEqualTo("a70");
    }

    @Test
    void answersOfEarlierRoundsAreInTheStateAlone() {
        McpTestClient client = client(ProtocolVersion.V2026_07_28);
        Answer first = client.call("three", "{}");
        Answer second = repeat(client, "three", first, "{\"q1\": " + word("a") + "}");
        Answer third = repeat(client, "three", second, "{\"q2\": " + word("b") + "}");
        assertThat(repeat(client, "three", third, "{\"q3\": " + word("c") + "}").contentText())
                .isEqualTo("abc");
        // An older state returns to an earlier round.
        assertThat(requests(repeat(client, "three", first, "{\"q1\": " + word("x") + "}"))
                        .propertyNames())
                .containsExactly("q2");
        assertThat(repeat(client, "three", third, "{\"q3\": " + word("d") + "}").contentText())
                .isEqualTo("abd");
    }

    @Test
    void answersWithoutTheStateOfTheirQuestionsAreIgnored() {
        McpTestClient client = client(ProtocolVersion.V2026_07_28);
        Answer three = Dialogue.call(
                client,
                "three",
                "{}",
                json("{\"q1\": %s, \"q2\": %s, \"q3\": %s, \"other\": {}}".formatted(word("a"), word("b"), word("c"))),
                null);
        assertThat(requests(three).propertyNames()).containsExactly("q1");
        // An answer to a later question does not answer the current one.
        Answer second = repeat(client, "three", three, "{\"q1\": %s, \"q2\": %s}".formatted(word("a"), word("b")));
        assertThat(requests(second).propertyNames()).containsExactly("q2");
        Answer wizard = Dialogue.call(
                client, "wizard", "{}", json("{\"first\": %s, \"second\": %s}".formatted(word("a"), word("b"))), null);
        assertThat(requests(wizard).propertyNames()).containsExactly("first");
    }

    @Test
    void aQuestionThatHasChangedIsAskedAgain() {
        McpTestClient client = client(ProtocolVersion.V2026_07_28);
        Tools.wording = "one file";
        Answer asked = client.call("changing", "{}");
        Tools.wording = "all files";
        Answer again = repeat(client, "changing", asked, "{\"sure\": " + word("yes") + "}");
        assertThat(requests(again).at("/sure/params/message").stringValue()).isEqualTo("Delete all files?");
        assertThat(repeat(client, "changing", again, "{\"sure\": " + word("no") + "}")
                        .contentText())
                .isEqualTo("all files: no");
        Tools.wording = "";
        Answer form = client.call("changingForm", "{}");
        Tools.wording = "x";
        Answer other =
                repeat(client, "changingForm", form, "{\"k\": " + accept("{\"word\": \"a\", \"number\": 1}") + "}");
        assertThat(requests(other).at("/k/params/requestedSchema/properties").propertyNames())
                .containsExactly("number");
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void aToolThatReturnsInputRequiredKeepsItsStateAndAnswers(ProtocolVersion version) {
        Dialogue dialogue = Dialogue.of(client(version), "wizard", word("1"), word("2"));
        assertThat(dialogue.text()).isEqualTo("ab12");
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void theAnswerToAChangedQuestionOfAnInputRequiredIsIgnored(ProtocolVersion version) {
        Dialogue dialogue = Dialogue.of(client(version), "wizardThatChanges", word("old"), word("new"));
        assertThat(dialogue.text()).isEqualTo("new");
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void bothStylesOfAskingCanBeCombined(ProtocolVersion version) {
        Dialogue dialogue = Dialogue.of(client(version), "bothStyles", word("1"), word("2"));
        assertThat(dialogue.text()).isEqualTo("12");
        assertThat(dialogue.questions()).hasSize(2);
    }

    @Test
    void aStateWithoutQuestionsMakesTheClientRepeatTheRequest() {
        McpTestClient client = client(ProtocolVersion.V2026_07_28);
        Answer asked = client.call("comesBack", "{}");
        assertThat(asked.result().has("inputRequests")).isFalse();
        assertThat(asked.text()).doesNotContain("secret");
        assertThat(Dialogue.call(client, "comesBack", "{}", null, asked.result().get("requestState"))
                        .contentText())
                .isEqualTo("back with a secret");
    }

    @Test
    void inLegacyRevisionsAStateWithoutQuestionsMakesTheToolRunAgain() {
        // All concurrently, because each waits a second.
        List<CompletableFuture<Answer>> answers = Stream.of(
                        ProtocolVersion.V2025_03_26, ProtocolVersion.V2025_06_18, ProtocolVersion.V2025_11_25)
                .map(version ->
                        CompletableFuture.supplyAsync(() -> client(version).call("comesBack")))
                .toList();
        assertThat(answers).extracting(answer -> answer.join().contentText()).containsOnly("back with a secret");
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void twoDifferentQuestionsWithTheSameKeyFailTheCall(ProtocolVersion version, CapturedOutput log) {
        assertNeutralError(client(version).call("sameKeyInARound"), "sameKeyInARound");
        assertThat(log).contains("The questions of a round must have different keys");
        Dialogue twice = Dialogue.of(client(version), "sameKeyTwice", word("a"));
        assertThat(twice.isToolError()).isTrue();
        assertThat(log).contains("Two different questions have the key 'k'");
    }

    @EveryRevision(since = ProtocolVersion.V2025_06_18)
    void theSameQuestionIsAskedOnce(ProtocolVersion version) {
        assertThat(Dialogue.of(client(version), "sameQuestionTwice", word("a")).text())
                .isEqualTo("aa");
    }

    @EveryRevision
    void aStateThatIsTooLongFailsTheCall(ProtocolVersion version, CapturedOutput log) {
        assertNeutralError(client(version).call("longState"), "longState");
        assertThat(log).contains("'state' must have at most 32768 characters");
    }

    @LegacyRevisions(since = ProtocolVersion.V2025_06_18)
    void aToolCanAskAgainAfterAnInvalidAnswer(ProtocolVersion version) {
        assertThat(Dialogue.of(client(version), "asksOnceMore", accept("{\"word\": 7}"), word("a"))
                        .text())
                .isEqualTo("then a");
    }

    private static JsonNode requests(Answer answer) {
        assertThat(Dialogue.isInputRequired(answer.json())).as(answer.text()).isTrue();
        return answer.result().get("inputRequests");
    }

    private static Answer repeat(McpTestClient client, String tool, Answer asked, String responses) {
        return Dialogue.call(client, tool, "{}", json(responses), asked.result().get("requestState"));
    }

    private static ObjectNode json(String json) {
        return (ObjectNode) JsonMapper.shared().readTree(json);
    }
}

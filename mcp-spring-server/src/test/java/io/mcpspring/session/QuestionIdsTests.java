package io.mcpspring.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpspring.memory.ByteBudget;
import io.mcpspring.protocol.ClientCapabilities;
import io.mcpspring.protocol.InputRequest;
import io.mcpspring.protocol.JsonRpcMessage;
import io.mcpspring.protocol.JsonRpcRequest;
import io.mcpspring.protocol.LoggingLevel;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.RequestId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/** Several instances, or one repeatedly, may keep the state of a session; answers still belong to their questions. */
class QuestionIdsTests {

    private static final Duration LONG = Duration.ofMinutes(5);

    private static final InputRequest QUESTION =
            new InputRequest("roots/list", JsonMapper.shared().createObjectNode());

    private final OpenSession here = open();

    private final OpenSession elsewhere = open();

    private final List<JsonRpcMessage> sent = new ArrayList<>();

    private final List<JsonNode> answers = new ArrayList<>();

    private static OpenSession open() {
        return new OpenSessions(
                        new SessionSettings(LONG, LONG, 10, 8, 1000, LONG, 16, LoggingLevel.WARNING),
                        ByteBudget.ofHeap(8),
                        ByteBudget.ofHeap(16),
                        InstantSource.system())
                .enter(
                        new LegacySession(
                                "session",
                                new LegacyClient(ProtocolVersion.V2025_11_25, null, ClientCapabilities.NONE),
                                Instant.EPOCH,
                                ""),
                        0);
    }

    private static ObjectNode answerTo(JsonRpcMessage question) {
        ObjectNode response = JsonMapper.shared().createObjectNode();
        response.set("id", ((JsonRpcRequest) question).id().value());
        response.putObject("result");
        return response;
    }

    @Test
    void anAnswerIsAcceptedOnTheInstanceOfItsQuestion() {
        here.questions.ask(QUESTION, sent::add).subscribe(answers::add);
        here.questions.ask(QUESTION, sent::add).subscribe(answers::add);
        elsewhere.questions.ask(QUESTION, sent::add).subscribe(answers::add);
        assertThat(sent)
                .extracting(message -> ((JsonRpcRequest) message).id())
                .doesNotHaveDuplicates()
                .hasSize(3);
        assertThat(elsewhere.questions.answer(answerTo(sent.get(0)))).isFalse();
        assertThat(answers).isEmpty();
        assertThat(here.questions.answer(answerTo(sent.get(0)))).isTrue();
        assertThat(here.questions.answer(answerTo(sent.get(0)))).isFalse();
        assertThat(elsewhere.questions.answer(answerTo(sent.get(2)))).isTrue();
        assertThat(answers).hasSize(2);
    }

    @Test
    void theIdsOfQuestionsDifferFromOthers() {
        here.questions.ask(QUESTION, sent::add).subscribe();
        assertThat(PendingQuestions.isQuestionId(((JsonRpcRequest) sent.get(0)).id()))
                .isTrue();
        for (String other : List.of("", "1", "01234567", "01234567-", "0123456g-1", "01234567-1 ", "x01234567-1")) {
            assertThat(PendingQuestions.isQuestionId(new RequestId(StringNode.valueOf(other))))
                    .as(other)
                    .isFalse();
        }
    }
}

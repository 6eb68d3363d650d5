package io.mcpspring.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** In a conversation, the results of tool calls must follow in the next message. */
class ToolConversationTests {

    private static final SamplingMessage QUESTION = SamplingMessage.user("What is the weather in Oslo and Rome?");

    private static SamplingMessage calls(String... ids) {
        return new SamplingMessage(Role.ASSISTANT, blocks(ids, true));
    }

    private static SamplingMessage results(String... ids) {
        return new SamplingMessage(Role.USER, blocks(ids, false));
    }

    private static List<SamplingMessageContentBlock> blocks(String[] ids, boolean calls) {
        return List.of(ids).stream()
                .<SamplingMessageContentBlock>map(id -> calls
                        ? new ToolUseContent(id, "weather", JsonNodeFactory.instance.objectNode(), null)
                        : ToolResultContent.of(id, Content.text("fine")))
                .toList();
    }

    private static void assertRefused(SamplingMessage... messages) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CreateMessageRequest.of(List.of(messages), 10))
                .withMessageStartingWith("Each tool call of the assistant must have one result in the next message");
    }

    @Test
    void conversationsWithAndWithoutToolsAreAccepted() {
        for (List<SamplingMessage> messages : List.of(
                List.of(QUESTION),
                List.<SamplingMessage>of(),
                List.of(QUESTION, SamplingMessage.assistant("Which Rome?"), QUESTION),
                List.of(QUESTION, calls("1", "2"), results("2", "1")),
                List.of(QUESTION, calls("1"), results("1"), calls("1"), results("1"), QUESTION))) {
            assertThat(CreateMessageRequest.of(messages, 10).messages()).isEqualTo(messages);
        }
    }

    @Test
    void eachCallRequiresItsResultInTheNextMessage() {
        assertRefused(QUESTION, calls("1"));
        assertRefused(QUESTION, calls("1"), QUESTION);
        assertRefused(QUESTION, calls("1", "2"), results("1"));
        assertRefused(QUESTION, calls("1"), QUESTION, results("1"));
        assertRefused(QUESTION, calls("1"), results("1", "2"));
        assertRefused(results("1"));
        assertRefused(QUESTION, calls("1"), results("1", "1"));
    }

    @Test
    void resultsRequireASeparateMessageOfTheUser() {
        SamplingMessage mixed = new SamplingMessage(
                Role.USER, List.of(ToolResultContent.of("1", Content.text("fine")), Content.text("And?")));
        assertRefused(QUESTION, calls("1"), mixed);
        assertRefused(QUESTION, new SamplingMessage(Role.USER, calls("1").content()), results("1"));
        assertRefused(
                QUESTION,
                calls("1"),
                new SamplingMessage(Role.ASSISTANT, results("1").content()));
    }
}

package io.mcpspring.protocol;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.util.Assert;

/** The rule that the results of tool calls follow in the next message. Models refuse other conversations. */
final class ToolConversation {

    private ToolConversation() {}

    static void check(List<SamplingMessage> messages) {
        List<String> called = List.of();
        for (SamplingMessage message : messages) {
            List<String> calls = blocks(message, ToolUseContent.class)
                    .map(ToolUseContent::id)
                    .sorted()
                    .toList();
            List<String> results = blocks(message, ToolResultContent.class)
                    .map(ToolResultContent::toolUseId)
                    .sorted()
                    .toList();
            Assert.isTrue(
                    results.isEmpty() || results.size() == message.content().size(),
                    "A message with tool results must not have other content");
            Assert.isTrue(
                    (calls.isEmpty() || message.role() == Role.ASSISTANT)
                            && (results.isEmpty() || message.role() == Role.USER),
                    "Tool calls must have the role 'assistant', and their results the role 'user'");
            Assert.isTrue(
                    called.equals(results),
                    "The message after the tool calls " + called + " must have exactly one result for each of them");
            called = calls;
        }
        Assert.isTrue(called.isEmpty(), "The tool calls " + called + " have no results");
    }

    private static <T> Stream<T> blocks(SamplingMessage message, Class<T> kind) {
        return message.content().stream().filter(kind::isInstance).map(kind::cast);
    }
}

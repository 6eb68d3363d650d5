package io.mcpspring.protocol;

import java.util.List;
import java.util.stream.Stream;

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
            if (!results.isEmpty() && results.size() != message.content().size()) {
                throw new IllegalArgumentException("A message with tool results must not have other content");
            }
            if (!calls.isEmpty() && message.role() != Role.ASSISTANT
                    || !results.isEmpty() && message.role() != Role.USER) {
                throw new IllegalArgumentException(
                        "Tool calls must have the role 'assistant', and their results the role 'user'");
            }
            if (!called.equals(results)) {
                throw new IllegalArgumentException("The message after the tool calls " + called
                        + " must have exactly one result for each of them");
            }
            called = calls;
        }
        if (!called.isEmpty()) {
            throw new IllegalArgumentException("The tool calls " + called + " have no results");
        }
    }

    private static <T> Stream<T> blocks(SamplingMessage message, Class<T> kind) {
        return message.content().stream().filter(kind::isInstance).map(kind::cast);
    }
}

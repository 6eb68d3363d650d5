package io.mcpspring.protocol;

import java.util.List;
import java.util.stream.Stream;

/** The rule that every tool call of a model is answered at once, without which models refuse a conversation. */
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
                throw new IllegalArgumentException("A message with tool results contains nothing else");
            }
            if (!calls.isEmpty() && message.role() != Role.ASSISTANT
                    || !results.isEmpty() && message.role() != Role.USER) {
                throw new IllegalArgumentException("Tool calls come from the assistant, and results from the user");
            }
            if (!called.equals(results)) {
                throw new IllegalArgumentException("The message after the tool calls " + called
                        + " has to bring a result for each of them and no other");
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

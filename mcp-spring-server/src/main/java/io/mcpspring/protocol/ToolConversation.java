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
            boolean ofAssistant = calls.isEmpty() || message.role() == Role.ASSISTANT;
            boolean ofUserAlone = results.isEmpty()
                    || message.role() == Role.USER
                            && results.size() == message.content().size();
            require(called.equals(results) && ofAssistant && ofUserAlone, called, results);
            called = calls;
        }
        require(called.isEmpty(), called, List.of());
    }

    private static void require(boolean condition, List<String> called, List<String> results) {
        if (!condition) {
            throw new IllegalArgumentException("The message after tool calls, which an assistant makes, must be one of"
                    + " the user, and must have exactly one result for each call and no other content; called: "
                    + called + ", results: " + results);
        }
    }

    private static <T> Stream<T> blocks(SamplingMessage message, Class<T> kind) {
        return message.content().stream().filter(kind::isInstance).map(kind::cast);
    }
}

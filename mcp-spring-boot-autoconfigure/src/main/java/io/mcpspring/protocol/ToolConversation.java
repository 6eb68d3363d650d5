package io.mcpspring.protocol;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The rule that every tool call of a model is answered at once, without which models refuse a conversation. */
final class ToolConversation {

    private ToolConversation() {
    }

    static void check(List<SamplingMessage> messages) {
        Set<String> called = Set.of();
        for (SamplingMessage message : messages) {
            List<ToolResultContent> results = blocks(message, ToolResultContent.class).toList();
            if (!results.isEmpty() && results.size() != message.content().size()) {
                throw new IllegalArgumentException("A message with tool results contains nothing else");
            }
            if (!called.equals(results.stream().map(ToolResultContent::toolUseId).collect(Collectors.toSet()))) {
                throw new IllegalArgumentException("The message after the tool calls " + called
                        + " has to bring a result for each of them and no other");
            }
            called = blocks(message, ToolUseContent.class).map(ToolUseContent::id).collect(Collectors.toSet());
        }
        if (!called.isEmpty()) {
            throw new IllegalArgumentException("The tool calls " + called + " have no results");
        }
    }

    private static <T> Stream<T> blocks(SamplingMessage message, Class<T> kind) {
        return message.content().stream().filter(kind::isInstance).map(kind::cast);
    }
}

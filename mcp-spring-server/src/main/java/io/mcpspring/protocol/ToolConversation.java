package io.mcpspring.protocol;

import java.util.List;
import java.util.function.Function;
import org.springframework.util.Assert;

/** The rule that the results of tool calls follow in the next message. Models refuse other conversations. */
final class ToolConversation {

    private static final String RULE = "Each tool call of the assistant must have one result in the next message, which"
            + " must be of the user and have no other content";

    private ToolConversation() {}

    static void check(List<SamplingMessage> messages) {
        List<String> called = List.of();
        for (SamplingMessage message : messages) {
            List<String> calls = ids(message, ToolUseContent.class, ToolUseContent::id);
            List<String> results = ids(message, ToolResultContent.class, ToolResultContent::toolUseId);
            boolean mayCall = calls.isEmpty() || message.role() == Role.ASSISTANT;
            boolean answers = message.role() == Role.USER
                    && results.size() == message.content().size();
            Assert.isTrue(called.equals(results) && mayCall && (answers || results.isEmpty()), RULE);
            called = calls;
        }
        Assert.isTrue(called.isEmpty(), RULE);
    }

    private static <T> List<String> ids(SamplingMessage message, Class<T> kind, Function<T, String> id) {
        return message.content().stream()
                .filter(kind::isInstance)
                .map(kind::cast)
                .map(id)
                .sorted()
                .toList();
    }
}

package io.mcpspring.prompt;

import io.mcpspring.content.ContentValues;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.PromptMessage;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Maps the values that a prompt returns to results, by the rules on {@link io.mcpspring.annotation.McpPrompt}. */
final class PromptMessages {

    private PromptMessages() {}

    static GetPromptResult of(@Nullable Object value, @Nullable String description) {
        if (value == null) {
            throw new IllegalStateException("The prompt returned no value");
        }
        if (value instanceof GetPromptResult result) {
            return result;
        }
        Collection<?> elements = ContentValues.hasElements(value) ? ContentValues.elements(value) : List.of(value);
        List<PromptMessage> messages = elements.stream()
                .filter(element -> element == null || BoundMethod.unwrapped(element) != null)
                .map(element -> message(BoundMethod.unwrapped(element)))
                .toList();
        return new GetPromptResult(description, messages, null);
    }

    private static PromptMessage message(@Nullable Object value) {
        if (value instanceof PromptMessage message) {
            return message;
        }
        if (value instanceof Content content) {
            return PromptMessage.user(content);
        }
        if (value instanceof CharSequence text) {
            return PromptMessage.user(text.toString());
        }
        throw new IllegalStateException("A prompt must return texts, contents, messages or a GetPromptResult, not "
                + (value == null ? "null" : value.getClass().getName()));
    }
}

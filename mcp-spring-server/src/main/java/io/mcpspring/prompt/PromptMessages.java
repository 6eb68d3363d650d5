package io.mcpspring.prompt;

import io.mcpspring.content.ContentValues;
import io.mcpspring.exchange.InputRequired;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.McpProtocolException;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.schema.JavaTypes;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/** Maps the values that a prompt returns to results, by the rules on {@link io.mcpspring.annotation.McpPrompt}. */
final class PromptMessages {

    /** Text, with a class whose supertypes may be declared in its place. */
    private static final List<Class<?>> MESSAGES =
            List.of(CharSequence.class, String.class, Content.class, PromptMessage.class);

    private static final List<Class<?>> RESULTS = List.of(GetPromptResult.class, InputRequired.class, Collection.class);

    private PromptMessages() {}

    /** @throws io.mcpspring.method.McpMethodException if the results of the method can never be messages */
    static void requirePossible(BeanMethod method, JsonMapper mapper) {
        JavaType returned = JavaTypes.ofResult(method.returnType(), method.beanClass(), mapper);
        JavaType element = JavaTypes.element(returned);
        if (!isOneOf(MESSAGES, element == null ? returned : element)
                && (element != null || !isOneOf(RESULTS, returned))) {
            throw method.cannotBecome(
                    "messages", "Return text, Content, PromptMessage, a list of these, or a GetPromptResult.");
        }
    }

    /** Whether a value of the declared type may be an instance of one of the types. */
    private static boolean isOneOf(List<Class<?>> types, JavaType declared) {
        Class<?> raw = declared.getRawClass();
        return types.stream().anyMatch(type -> type.isAssignableFrom(raw) || raw.isAssignableFrom(type));
    }

    static GetPromptResult of(@Nullable Object value, @Nullable String description) {
        if (value == null) {
            throw McpProtocolException.invalidParams("There is no prompt for these arguments");
        }
        if (value instanceof GetPromptResult result) {
            return result;
        }
        Collection<?> elements = ContentValues.hasElements(value) ? ContentValues.elements(value) : List.of(value);
        List<PromptMessage> messages = elements.stream()
                .map(BoundMethod::unwrapped)
                .filter(Objects::nonNull)
                .map(PromptMessages::message)
                .toList();
        return new GetPromptResult(description, messages, null);
    }

    private static PromptMessage message(Object value) {
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
                + value.getClass().getName());
    }
}

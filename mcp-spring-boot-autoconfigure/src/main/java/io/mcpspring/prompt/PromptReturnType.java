package io.mcpspring.prompt;

import io.mcpspring.exchange.InputRequired;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.PromptMessage;
import java.util.List;

/** Refuses methods whose results can never be messages. */
final class PromptReturnType {

    private static final List<Class<?>> MESSAGES =
            List.of(CharSequence.class, Content.class, PromptMessage.class, GetPromptResult.class, InputRequired.class);

    private PromptReturnType() {}

    static void check(BeanMethod method) {
        Class<?> value = method.returnedClass();
        boolean possible = value.isInterface()
                || MESSAGES.stream().anyMatch(type -> type.isAssignableFrom(value) || value.isAssignableFrom(type));
        if (!possible) {
            throw method.refused(
                    "It returns " + value.getTypeName() + ", which cannot become messages.",
                    "Return text, Content, PromptMessage, a list of these, or a GetPromptResult.");
        }
    }
}

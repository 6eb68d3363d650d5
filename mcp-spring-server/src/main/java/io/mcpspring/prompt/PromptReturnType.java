package io.mcpspring.prompt;

import io.mcpspring.exchange.InputRequired;
import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.schema.JavaTypes;
import java.util.Collection;
import java.util.List;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/** Refuses methods whose results can never be messages. */
final class PromptReturnType {

    /** Text, with a class whose supertypes may be declared in its place. */
    private static final List<Class<?>> MESSAGES =
            List.of(CharSequence.class, String.class, Content.class, PromptMessage.class);

    private static final List<Class<?>> RESULTS = List.of(GetPromptResult.class, InputRequired.class, Collection.class);

    private PromptReturnType() {}

    static void check(BeanMethod method, JsonMapper mapper) {
        JavaType returned = JavaTypes.ofResult(method.returnType(), method.beanClass(), mapper);
        if (!isPossible(returned)) {
            JavaType element = JavaTypes.element(returned);
            JavaType value = element == null ? returned : element;
            JavaType refused =
                    isPossible(value) ? JavaTypes.of(method.returnType(), method.beanClass(), mapper) : value;
            throw method.refused(
                    "It returns " + refused.toCanonical() + ", which cannot become messages.",
                    "Return text, Content, PromptMessage, a list of these, or a GetPromptResult.");
        }
    }

    private static boolean isPossible(JavaType type) {
        JavaType element = JavaTypes.element(type);
        return element == null ? isOneOf(MESSAGES, type) || isOneOf(RESULTS, type) : isOneOf(MESSAGES, element);
    }

    /** Whether a value of the declared type may be an instance of one of the types. */
    private static boolean isOneOf(List<Class<?>> types, JavaType declared) {
        Class<?> raw = declared.getRawClass();
        return types.stream().anyMatch(type -> type.isAssignableFrom(raw) || raw.isAssignableFrom(type));
    }
}

package io.mcpspring.prompt;

import io.mcpspring.method.BeanMethod;
import io.mcpspring.protocol.Content;
import io.mcpspring.protocol.GetPromptResult;
import io.mcpspring.protocol.PromptMessage;
import io.mcpspring.server.InputRequired;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;

/** Refuses methods whose results can never be messages. */
final class PromptReturnType {

    private static final List<Class<?>> MESSAGES =
            List.of(CharSequence.class, Content.class, PromptMessage.class, GetPromptResult.class, InputRequired.class);

    private PromptReturnType() {
    }

    static void check(BeanMethod method) {
        ResolvableType declared = ResolvableType.forMethodParameter(method.returnType());
        Class<?> value = unwrapped(declared).resolve(Object.class);
        boolean possible = value.isInterface()
                || MESSAGES.stream().anyMatch(type -> type.isAssignableFrom(value) || value.isAssignableFrom(type));
        if (!possible) {
            throw method.refused("It returns " + value.getTypeName() + ", which cannot become messages.",
                    "Return text, Content, PromptMessage, a list of these, or a GetPromptResult.");
        }
    }

    private static ResolvableType unwrapped(ResolvableType type) {
        Class<?> raw = type.resolve(Object.class);
        if (type.isArray()) {
            return unwrapped(type.getComponentType());
        }
        if (Collection.class.isAssignableFrom(raw)) {
            return unwrapped(type.as(Collection.class).getGeneric());
        }
        boolean wrapper = raw == Optional.class || ReactiveAdapterRegistry.getSharedInstance().getAdapter(raw) != null;
        return wrapper && type.hasGenerics() ? unwrapped(type.getGeneric()) : type;
    }
}

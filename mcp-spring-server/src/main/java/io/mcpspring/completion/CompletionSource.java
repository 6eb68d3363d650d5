package io.mcpspring.completion;

import io.mcpspring.Internal;
import io.mcpspring.exchange.McpExchange;
import io.mcpspring.method.BeanMethod;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A function that proposes values for every argument of a prompt, or every variable of a resource template. Beans of
 * this type complete arguments beside the annotated methods.
 *
 * @param prompt the name of the prompt; {@code null} if {@code uri} is given
 * @param uri the template as in its definition; {@code null} if {@code prompt} is given
 * @param work the function, as a method
 */
@Internal
public record CompletionSource(
        @Nullable String prompt, @Nullable String uri, BeanMethod work) {

    /** Proposes values. */
    @FunctionalInterface
    public interface Function {

        /**
         * Returns values as an annotated method does.
         *
         * @param argument the name of the argument
         * @param text the value so far
         * @param others values of other arguments
         */
        @Nullable
        Object complete(String argument, String text, Map<String, String> others, McpExchange exchange)
                throws Exception;
    }

    ArgumentReference reference(String argument) {
        return prompt == null
                ? new ArgumentReference(ArgumentReference.RESOURCE, String.valueOf(uri), argument)
                : new ArgumentReference(ArgumentReference.PROMPT, prompt, argument);
    }
}

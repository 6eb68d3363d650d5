package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a prompt, always a text. Later revisions may add components: use neither the canonical constructor nor
 * record patterns.
 *
 * @param name the name, unique in the prompt
 * @param title the name shown to people; {@code null} for none
 * @param description the description; {@code null} for none
 * @param required whether requests without the argument are refused
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PromptArgument(
        String name, @Nullable String title, @Nullable String description, boolean required) {
    /**
     * Creates an argument that requests may omit.
     *
     * @param name the name, unique in the prompt
     * @return the argument
     */
    public static PromptArgument of(String name) {
        return new PromptArgument(name, null, null, false);
    }

    /**
     * Returns a copy with another title.
     *
     * @param title the name shown to people; {@code null} for none
     * @return the copy
     */
    public PromptArgument withTitle(@Nullable String title) {
        return new PromptArgument(name, title, description, required);
    }

    /**
     * Returns a copy with another description.
     *
     * @param description the description; {@code null} for none
     * @return the copy
     */
    public PromptArgument withDescription(@Nullable String description) {
        return new PromptArgument(name, title, description, required);
    }

    /**
     * Returns a copy that requests must or may contain.
     *
     * @param required whether requests without the argument are refused
     * @return the copy
     */
    public PromptArgument withRequired(boolean required) {
        return new PromptArgument(name, title, description, required);
    }
}

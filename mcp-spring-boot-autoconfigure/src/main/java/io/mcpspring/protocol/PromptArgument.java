package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a prompt, always a text.
 *
 * @param name the name, unique in the prompt
 * @param title the name shown to people; {@code null} for none
 * @param description the description; {@code null} for none
 * @param required whether requests without the argument are refused
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PromptArgument(
        String name, @Nullable String title, @Nullable String description, boolean required) {}

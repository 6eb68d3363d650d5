package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * An argument of a prompt, always a text.
 *
 * @param required whether the prompt cannot do without
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record PromptArgument(
        String name, @Nullable String title, @Nullable String description, boolean required) {}

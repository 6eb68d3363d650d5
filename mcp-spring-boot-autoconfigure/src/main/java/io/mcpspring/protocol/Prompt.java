package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A prompt as clients see it.
 *
 * @param name unique among prompts
 * @param title the name shown to people
 * @param description what the prompt is for
 * @param arguments what it takes
 * @param icons icons for user interfaces
 * @param meta the prompt's {@code _meta}
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Prompt(
        String name,
        @Nullable String title,
        @Nullable String description,
        @JsonInclude(JsonInclude.Include.ALWAYS) List<PromptArgument> arguments,
        List<Icon> icons,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta) {

    public Prompt {
        arguments = List.copyOf(arguments);
        icons = List.copyOf(icons);
    }
}

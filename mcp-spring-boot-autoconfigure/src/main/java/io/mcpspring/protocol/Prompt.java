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

    /** The prompt as a revision knows it. */
    public Prompt in(ProtocolVersion version) {
        if (version.isAtLeast(ProtocolVersion.V2025_11_25)) {
            return this;
        }
        return version.isAtLeast(ProtocolVersion.V2025_06_18)
                ? new Prompt(name, title, description, arguments, List.of(), meta)
                : new Prompt(
                        name,
                        null,
                        description,
                        arguments.stream().map(PromptArgument::withoutTitle).toList(),
                        List.of(),
                        null);
    }
}

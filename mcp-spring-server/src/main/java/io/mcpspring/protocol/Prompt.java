package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A prompt as clients see it. Later revisions may add components: use neither the canonical constructor nor record
 * patterns.
 *
 * @param name the name, unique among prompts
 * @param title the name shown to people; {@code null} for none
 * @param description the purpose of the prompt; {@code null} for none
 * @param arguments the arguments
 * @param icons the icons for user interfaces
 * @param meta the {@code _meta} of the prompt; {@code null} for none
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Prompt(
        String name,
        @Nullable String title,
        @Nullable String description,
        @JsonInclude(JsonInclude.Include.ALWAYS) List<PromptArgument> arguments,
        List<Icon> icons,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta) {}

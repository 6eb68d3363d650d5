package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@code prompts/get}. Later revisions may add components: use neither the canonical constructor nor
 * record patterns.
 *
 * @param description the description; {@code null} for none
 * @param messages the messages with which the conversation begins
 * @param meta the {@code _meta} of the result; {@code null} for none
 */
public record GetPromptResult(
        @Nullable String description,
        List<PromptMessage> messages,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta)
        implements TypedResult {

    /**
     * Copies the messages.
     *
     * @param description the description; {@code null} for none
     * @param messages the messages with which the conversation begins
     * @param meta the {@code _meta} of the result; {@code null} for none
     */
    public GetPromptResult {
        messages = List.copyOf(messages);
    }

    /**
     * Creates a result without {@code _meta}.
     *
     * @param description the description; {@code null} for none
     * @param messages the messages
     */
    public GetPromptResult(@Nullable String description, List<PromptMessage> messages) {
        this(description, messages, null);
    }

    /**
     * Creates a result without a description.
     *
     * @param messages the messages
     * @return the result
     */
    public static GetPromptResult of(PromptMessage... messages) {
        return new GetPromptResult(null, List.of(messages), null);
    }

    /**
     * Returns a copy with another {@code _meta}.
     *
     * @param meta the members; {@code null} for none
     * @return the copy
     */
    public GetPromptResult withMeta(@Nullable Map<String, ?> meta) {
        return new GetPromptResult(description, messages, meta);
    }
}

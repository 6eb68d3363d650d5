package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a prompt says.
 *
 * @param description what it is about
 * @param messages the conversation to begin with
 * @param meta the result's {@code _meta}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record GetPromptResult(
        @Nullable String description,
        List<PromptMessage> messages,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta)
        implements TypedResult {

    public GetPromptResult {
        messages = List.copyOf(messages);
    }

    /** A result without {@code _meta}. */
    public GetPromptResult(@Nullable String description, List<PromptMessage> messages) {
        this(description, messages, null);
    }

    public static GetPromptResult of(PromptMessage... messages) {
        return new GetPromptResult(null, List.of(messages), null);
    }
}

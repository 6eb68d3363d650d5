package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Hints about a tool; what is {@code null} is not sent. Without them a client has to assume the worst. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ToolAnnotations(
        @Nullable String title,
        @Nullable Boolean readOnlyHint,
        @Nullable Boolean destructiveHint,
        @Nullable Boolean idempotentHint,
        @Nullable Boolean openWorldHint) {

    /** Says nothing. */
    public static final ToolAnnotations NONE = new ToolAnnotations(null, null, null, null, null);
}

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

    /** {@return the same hints with this title} */
    public ToolAnnotations withTitle(String title) {
        return new ToolAnnotations(title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint);
    }

    /** {@return the same hints with this {@code readOnlyHint}} */
    public ToolAnnotations withReadOnlyHint(boolean readOnly) {
        return new ToolAnnotations(title, readOnly, destructiveHint, idempotentHint, openWorldHint);
    }

    /** {@return the same hints with this {@code destructiveHint}} */
    public ToolAnnotations withDestructiveHint(boolean destructive) {
        return new ToolAnnotations(title, readOnlyHint, destructive, idempotentHint, openWorldHint);
    }

    /** {@return the same hints with this {@code idempotentHint}} */
    public ToolAnnotations withIdempotentHint(boolean idempotent) {
        return new ToolAnnotations(title, readOnlyHint, destructiveHint, idempotent, openWorldHint);
    }

    /** {@return the same hints with this {@code openWorldHint}} */
    public ToolAnnotations withOpenWorldHint(boolean openWorld) {
        return new ToolAnnotations(title, readOnlyHint, destructiveHint, idempotentHint, openWorld);
    }
}

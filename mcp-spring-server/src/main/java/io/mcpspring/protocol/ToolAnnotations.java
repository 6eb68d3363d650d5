package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Hints about a tool. Hints that are {@code null} are not sent; a client has to assume the worst then. Later revisions
 * may add components: use neither the canonical constructor nor record patterns.
 *
 * @param title the name shown to people
 * @param readOnlyHint whether the tool leaves its environment unchanged
 * @param destructiveHint whether the tool may destroy or overwrite something
 * @param idempotentHint whether repeating a call has no further effect
 * @param openWorldHint whether the tool deals with an open set of external entities
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ToolAnnotations(
        @Nullable String title,
        @Nullable Boolean readOnlyHint,
        @Nullable Boolean destructiveHint,
        @Nullable Boolean idempotentHint,
        @Nullable Boolean openWorldHint) {

    /** No hints. */
    public static final ToolAnnotations NONE = new ToolAnnotations(null, null, null, null, null);

    /**
     * Returns a copy with another title.
     *
     * @param title the title
     * @return the copy
     */
    public ToolAnnotations withTitle(String title) {
        return new ToolAnnotations(title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint);
    }

    /**
     * Returns a copy with another {@code readOnlyHint}.
     *
     * @param readOnly whether the tool leaves its environment unchanged
     * @return the copy
     */
    public ToolAnnotations withReadOnlyHint(boolean readOnly) {
        return new ToolAnnotations(title, readOnly, destructiveHint, idempotentHint, openWorldHint);
    }

    /**
     * Returns a copy with another {@code destructiveHint}.
     *
     * @param destructive whether the tool may destroy or overwrite something
     * @return the copy
     */
    public ToolAnnotations withDestructiveHint(boolean destructive) {
        return new ToolAnnotations(title, readOnlyHint, destructive, idempotentHint, openWorldHint);
    }

    /**
     * Returns a copy with another {@code idempotentHint}.
     *
     * @param idempotent whether repeating a call has no further effect
     * @return the copy
     */
    public ToolAnnotations withIdempotentHint(boolean idempotent) {
        return new ToolAnnotations(title, readOnlyHint, destructiveHint, idempotent, openWorldHint);
    }

    /**
     * Returns a copy with another {@code openWorldHint}.
     *
     * @param openWorld whether the tool deals with an open set of external entities
     * @return the copy
     */
    public ToolAnnotations withOpenWorldHint(boolean openWorld) {
        return new ToolAnnotations(title, readOnlyHint, destructiveHint, idempotentHint, openWorld);
    }
}

package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * How a client may use a piece of content. Later revisions may add components: use neither the canonical constructor
 * nor record patterns.
 *
 * @param audience the audience; empty for no statement
 * @param priority the importance, from 0 (optional) to 1 (required); {@code null} for no statement
 * @param lastModified the time of the last change; {@code null} for no statement; sent from revision 2025-06-18 on
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Annotations(
        List<Role> audience,
        @Nullable Double priority,
        @Nullable Instant lastModified) {

    /**
     * Checks the priority.
     *
     * @param audience the audience; empty for no statement
     * @param priority the importance, from 0 (optional) to 1 (required); {@code null} for no statement
     * @param lastModified the time of the last change; {@code null} for no statement; sent from revision 2025-06-18 on
     */
    public Annotations {
        audience = List.copyOf(audience);
        requirePriority(priority);
    }

    static void requirePriority(@Nullable Double priority) {
        Assert.isTrue(
                priority == null || priority >= 0 && priority <= 1,
                () -> "A priority must be from 0 to 1: " + priority);
    }

    /**
     * Creates annotations for an audience.
     *
     * @param audience the audience
     * @return the annotations
     */
    public static Annotations forAudience(Role... audience) {
        return new Annotations(List.of(audience), null, null);
    }

    /**
     * Returns a copy with a priority.
     *
     * @param priority from 0 (optional) to 1 (required)
     * @return the copy
     */
    public Annotations withPriority(double priority) {
        return new Annotations(audience, priority, lastModified);
    }

    /**
     * Returns a copy with the time of the last change.
     *
     * @param lastModified the time; sent from revision 2025-06-18 on
     * @return the copy
     */
    public Annotations withLastModified(Instant lastModified) {
        return new Annotations(audience, this.priority, lastModified);
    }
}

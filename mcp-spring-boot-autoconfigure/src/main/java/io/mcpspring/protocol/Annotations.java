package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a client may use a piece of content.
 *
 * @param audience for whom it is meant; empty for no statement
 * @param priority how important it is, from 0 (optional) to 1 (as good as required)
 * @param lastModified when it last changed; sent from revision 2025-06-18 on
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Annotations(
        List<Role> audience,
        @Nullable Double priority,
        @Nullable Instant lastModified) {

    public Annotations {
        audience = List.copyOf(audience);
        if (priority != null && !(priority >= 0 && priority <= 1)) {
            throw new IllegalArgumentException("The priority lies between 0 and 1, not " + priority);
        }
    }

    /** Content for these readers. */
    public static Annotations forAudience(Role... audience) {
        return new Annotations(List.of(audience), null, null);
    }

    public Annotations withPriority(double priority) {
        return new Annotations(audience, priority, lastModified);
    }

    public Annotations withLastModified(Instant lastModified) {
        return new Annotations(audience, this.priority, lastModified);
    }
}

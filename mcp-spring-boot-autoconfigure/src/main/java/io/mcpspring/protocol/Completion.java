package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Proposed values.
 *
 * @param values at most 100, the best first
 * @param total how many there are in all, if that is known
 * @param hasMore whether there are more than these
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Completion(
        List<String> values,
        @Nullable Integer total,
        @Nullable Boolean hasMore) {

    /** How many values a client takes. */
    public static final int MAX_VALUES = 100;

    public Completion {
        values = List.copyOf(values);
        if (values.size() > MAX_VALUES) {
            throw new IllegalArgumentException(
                    "A completion has at most " + MAX_VALUES + " values, not " + values.size());
        }
    }

    /** The first of these values, and how many there are. */
    public static Completion of(List<String> all) {
        return new Completion(all.subList(0, Math.min(all.size(), MAX_VALUES)), all.size(), all.size() > MAX_VALUES);
    }
}

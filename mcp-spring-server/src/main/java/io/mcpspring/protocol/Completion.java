package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * Values that a client can propose for an argument ({@code completion/complete}). Later revisions may add components:
 * use neither the canonical constructor nor record patterns.
 *
 * @param values at most {@value #MAX_VALUES} values, the best first
 * @param total the number of all values; {@code null} if it is not known
 * @param hasMore whether there are more values; {@code null} if that is not known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Completion(
        List<String> values,
        @Nullable Integer total,
        @Nullable Boolean hasMore) {

    /** The maximum number of values. */
    public static final int MAX_VALUES = 100;

    /**
     * Checks the number of values.
     *
     * @param values at most {@value #MAX_VALUES} values, the best first
     * @param total the number of all values; {@code null} if it is not known
     * @param hasMore whether there are more values; {@code null} if that is not known
     */
    public Completion {
        values = List.copyOf(values);
        Assert.isTrue(values.size() <= MAX_VALUES, "A completion has at most " + MAX_VALUES + " values");
    }

    /**
     * Creates a completion of the first {@value #MAX_VALUES} values, with their total number.
     *
     * @param all all values, the best first
     * @return the completion
     */
    public static Completion of(List<String> all) {
        return new Completion(all.subList(0, Math.min(all.size(), MAX_VALUES)), all.size(), all.size() > MAX_VALUES);
    }
}

package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which model the client should choose; advice only.
 *
 * @param hints names of models or families, in order of preference
 * @param costPriority how much low cost matters, 0 to 1
 * @param speedPriority how much speed matters, 0 to 1
 * @param intelligencePriority how much capability matters, 0 to 1
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ModelPreferences(
        List<Hint> hints,
        @Nullable Double costPriority,
        @Nullable Double speedPriority,
        @Nullable Double intelligencePriority) {

    /** A name of a model, or part of one. */
    public record Hint(String name) {}

    public ModelPreferences {
        hints = List.copyOf(hints);
        Stream.of(new Double[] {costPriority, speedPriority, intelligencePriority})
                .filter(priority -> priority != null && !(priority >= 0 && priority <= 1))
                .forEach(priority -> {
                    throw new IllegalArgumentException("A priority lies between 0 and 1: " + priority);
                });
    }
}

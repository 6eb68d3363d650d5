package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Preferences for the model that the client chooses. The client may ignore them. Later revisions may add components:
 * use neither the canonical constructor nor record patterns.
 *
 * @param hints names of models or families, in order of preference
 * @param costPriority the importance of low cost, from 0 to 1; {@code null} for no preference
 * @param speedPriority the importance of speed, from 0 to 1; {@code null} for no preference
 * @param intelligencePriority the importance of capability, from 0 to 1; {@code null} for no preference
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ModelPreferences(
        List<Hint> hints,
        @Nullable Double costPriority,
        @Nullable Double speedPriority,
        @Nullable Double intelligencePriority) {

    /**
     * The name of a model, or a part of it.
     *
     * @param name the name
     */
    public record Hint(String name) {}

    /**
     * Checks the priorities.
     *
     * @param hints names of models or families, in order of preference
     * @param costPriority the importance of low cost, from 0 to 1; {@code null} for no preference
     * @param speedPriority the importance of speed, from 0 to 1; {@code null} for no preference
     * @param intelligencePriority the importance of capability, from 0 to 1; {@code null} for no preference
     */
    public ModelPreferences {
        hints = List.copyOf(hints);
        Annotations.requirePriority(costPriority);
        Annotations.requirePriority(speedPriority);
        Annotations.requirePriority(intelligencePriority);
    }

    /**
     * Creates preferences.
     *
     * @param hints names of models or families, in order of preference; none for no preference
     * @return the preferences
     */
    public static ModelPreferences of(String... hints) {
        return new ModelPreferences(Stream.of(hints).map(Hint::new).toList(), null, null, null);
    }

    /**
     * Returns a copy with another {@code costPriority}.
     *
     * @param priority the importance of low cost, from 0 to 1
     * @return the copy
     */
    public ModelPreferences withCostPriority(double priority) {
        return new ModelPreferences(hints, priority, speedPriority, intelligencePriority);
    }

    /**
     * Returns a copy with another {@code speedPriority}.
     *
     * @param priority the importance of speed, from 0 to 1
     * @return the copy
     */
    public ModelPreferences withSpeedPriority(double priority) {
        return new ModelPreferences(hints, costPriority, priority, intelligencePriority);
    }

    /**
     * Returns a copy with another {@code intelligencePriority}.
     *
     * @param priority the importance of capability, from 0 to 1
     * @return the copy
     */
    public ModelPreferences withIntelligencePriority(double priority) {
        return new ModelPreferences(hints, costPriority, speedPriority, priority);
    }
}

package io.mcpspring.limit;

import io.mcpspring.Internal;
import io.mcpspring.method.CallLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The limits that apply after the properties of the application, for operators. Their names are those of annotations.
 *
 * @param settings the configured limits of calls
 * @param timeout the time limit of calls whose entry has none; zero for none
 */
@Internal
public record EffectiveLimits(LimitSettings settings, Duration timeout) {

    private static final String TIMEOUT = "timeout";

    private static final String NO_TIMEOUT = Duration.ZERO.toString();

    /** Returns the limits that are set for all entries together. */
    public Map<String, String> shared() {
        Map<String, String> limits = new CallLimits(settings.rate(), settings.maxConcurrency()).byName();
        if (settings.maxConcurrencyPerCaller() != null) {
            limits.put(
                    "maxConcurrencyPerCaller",
                    settings.maxConcurrencyPerCaller().toString());
        }
        return limits;
    }

    /**
     * Returns the limits of an entry, without those that are not set.
     *
     * @param name the name, the URI or the URI template
     * @param declared the limits that the entry declares
     */
    public Map<String, String> of(String name, Map<String, String> declared) {
        Map<String, String> limits = new LinkedHashMap<>(declared);
        limits.putAll(settings.entries().getOrDefault(name, CallLimits.NONE).byName());
        limits.putIfAbsent(TIMEOUT, timeout.toString());
        limits.remove(TIMEOUT, NO_TIMEOUT);
        return limits;
    }
}

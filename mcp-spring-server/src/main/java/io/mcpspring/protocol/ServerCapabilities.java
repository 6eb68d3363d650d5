package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonValue;
import io.mcpspring.Internal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the server offers.
 *
 * @param byName the settings of each capability that is offered, by the name of its member
 */
@Internal
public record ServerCapabilities(@JsonValue Map<String, Map<String, Object>> byName) {

    /** Whether a capability is offered. */
    public boolean contain(String name) {
        return byName.containsKey(name);
    }

    /** Collects the capabilities of the server. */
    public static final class Builder {

        private final Map<String, Map<String, Object>> byName = new LinkedHashMap<>();

        /** Offers a capability, with parts of it that are optional. */
        public Builder offer(String name, String... parts) {
            Map<String, Object> settings = new LinkedHashMap<>();
            for (String part : parts) {
                settings.put(part, true);
            }
            byName.put(name, settings);
            return this;
        }

        /** Offers an extension. */
        public void extension(String name) {
            byName.computeIfAbsent("extensions", member -> new LinkedHashMap<>())
                    .put(name, Map.of());
        }

        /** Returns the collected capabilities. */
        public ServerCapabilities build() {
            return new ServerCapabilities(byName);
        }
    }
}

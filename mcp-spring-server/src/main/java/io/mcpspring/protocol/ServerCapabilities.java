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
public record ServerCapabilities(@JsonValue Map<String, Map<String, ?>> byName) {

    /** Whether a capability is offered. */
    public boolean contain(String name) {
        return byName.containsKey(name);
    }

    /** Collects the capabilities of the server. */
    public static final class Builder {

        private final Map<String, Map<String, ?>> byName = new LinkedHashMap<>();

        private final Map<String, Map<String, ?>> extensions = new LinkedHashMap<>();

        /** Offers a capability, with parts of it that are optional. */
        public Builder offer(String name, String... parts) {
            Map<String, Boolean> settings = new LinkedHashMap<>();
            for (String part : parts) {
                settings.put(part, true);
            }
            byName.put(name, settings);
            return this;
        }

        /** Offers an extension. */
        public void extension(String name) {
            extensions.put(name, Map.of());
        }

        /** Returns the collected capabilities. */
        public ServerCapabilities build() {
            if (!extensions.isEmpty()) {
                byName.put("extensions", extensions);
            }
            return new ServerCapabilities(byName);
        }
    }
}

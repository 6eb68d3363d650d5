package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.Internal;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the server offers; a feature that is {@code null} is not offered. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Internal
public record ServerCapabilities(
        @Nullable Tools tools,
        @Nullable Prompts prompts,
        @Nullable Resources resources,
        @Nullable Completions completions,
        @Nullable Logging logging,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Map<String, ?>> extensions) {

    /** Tools are offered. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Tools(@Nullable Boolean listChanged) {}

    /** Prompts are offered. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Prompts(@Nullable Boolean listChanged) {}

    /** Resources are offered. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Resources(
            @Nullable Boolean subscribe, @Nullable Boolean listChanged) {}

    /** Values are proposed. */
    public record Completions() {}

    /** Log messages are sent to clients that request them. */
    public record Logging() {}

    /**
     * Starts with a server that offers nothing.
     *
     * @param notifications whether the server can send notifications that belong to no request
     */
    public static Builder builder(boolean notifications) {
        return new Builder(notifications);
    }

    /** Collects the capabilities of the server. Notifications are offered for all features or for none. */
    public static final class Builder {

        private final boolean notifications;

        private final Map<String, Map<String, ?>> extensions = new TreeMap<>();

        private @Nullable Tools tools;

        private @Nullable Prompts prompts;

        private @Nullable Resources resources;

        private @Nullable Completions completions;

        private Builder(boolean notifications) {
            this.notifications = notifications;
        }

        /** Offers tools. */
        public void tools() {
            this.tools = new Tools(notified());
        }

        /** Offers prompts. */
        public void prompts() {
            this.prompts = new Prompts(notified());
        }

        /** Offers resources. */
        public void resources() {
            this.resources = new Resources(notified(), notified());
        }

        /** Offers completion of arguments. */
        public void completions() {
            this.completions = new Completions();
        }

        /** Offers an extension. */
        public void extension(String name) {
            extensions.put(name, Map.of());
        }

        private @Nullable Boolean notified() {
            return notifications ? true : null;
        }

        /** Returns the collected capabilities; log messages are offered with notifications. */
        public ServerCapabilities build() {
            Logging logging = notifications ? new Logging() : null;
            return new ServerCapabilities(tools, prompts, resources, completions, logging, Map.copyOf(extensions));
        }
    }
}

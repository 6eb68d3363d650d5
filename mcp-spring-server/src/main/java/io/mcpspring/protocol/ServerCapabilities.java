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

    /** Starts with a server that offers nothing but log messages. */
    public static Builder builder() {
        return new Builder();
    }

    /** Collects the capabilities of the server. Notifications are offered for all features. */
    public static final class Builder {

        private final Map<String, Map<String, ?>> extensions = new TreeMap<>();

        private @Nullable Tools tools;

        private @Nullable Prompts prompts;

        private @Nullable Resources resources;

        private @Nullable Completions completions;

        private Builder() {}

        /** Offers tools. */
        public void tools() {
            this.tools = new Tools(true);
        }

        /** Offers prompts. */
        public void prompts() {
            this.prompts = new Prompts(true);
        }

        /** Offers resources. */
        public void resources() {
            this.resources = new Resources(true, true);
        }

        /** Offers completion of arguments. */
        public void completions() {
            this.completions = new Completions();
        }

        /** Offers an extension. */
        public void extension(String name) {
            extensions.put(name, Map.of());
        }

        /** Returns the collected capabilities. */
        public ServerCapabilities build() {
            return new ServerCapabilities(
                    tools, prompts, resources, completions, new Logging(), Map.copyOf(extensions));
        }
    }
}

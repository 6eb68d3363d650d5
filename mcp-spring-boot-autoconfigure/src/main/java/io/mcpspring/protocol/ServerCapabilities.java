package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.mcpspring.Internal;
import java.util.Map;
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

    /** Log messages are sent to clients that want them. */
    public record Logging() {}
}

package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** What the server offers; a feature that is {@code null} is not offered. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ServerCapabilities(@Nullable Tools tools, @Nullable Logging logging) {

    /** Tools are offered. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Tools(@Nullable Boolean listChanged) {
    }

    /** Log messages are sent to clients that want them. */
    public record Logging() {
    }
}

package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.mcpspring.Internal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The result of a handler, without the members that a revision adds. */
@JsonInclude(JsonInclude.Include.NON_NULL)
@Internal
public non-sealed interface TypedResult extends McpResult {

    /** The {@code resultType} that modern revisions add. */
    default String resultType() {
        return "complete";
    }

    @JsonProperty("_meta")
    default @Nullable Map<String, ?> meta() {
        return null;
    }
}

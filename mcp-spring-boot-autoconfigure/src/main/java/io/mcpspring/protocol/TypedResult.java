package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A result as the handler made it, before its revision's own members are put on. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public sealed interface TypedResult extends McpResult
        permits CacheableResult,
                CallToolResult,
                CompleteResult,
                CreateTaskResult,
                EmptyResult,
                GetPromptResult,
                GetTaskResult,
                InitializeResult,
                InputRequiredResult,
                ListenResult {

    @JsonProperty("_meta")
    default @Nullable Map<String, ?> meta() {
        return null;
    }
}

package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The model wants a tool to be called; from revision 2025-11-25 on.
 *
 * @param id names the call; the {@link ToolResultContent} that answers it repeats it
 * @param name the tool
 * @param input the arguments, an object
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ToolUseContent(
        String id,
        String name,
        JsonNode input,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta) implements SamplingMessageContentBlock {

    /** The kind of content, a constant of the protocol. */
    @JsonProperty(index = 0)
    public String type() {
        return "tool_use";
    }
}

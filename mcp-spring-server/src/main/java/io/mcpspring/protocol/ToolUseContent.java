package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A call of a tool by the model; from revision 2025-11-25 on. Later revisions may add components: use neither the
 * canonical constructor nor record patterns.
 *
 * @param id the id of the call, which its {@link ToolResultContent} repeats
 * @param name the name of the tool
 * @param input the arguments, an object
 * @param meta the {@code _meta}; {@code null} for none
 */
public record ToolUseContent(
        String id,
        String name,
        JsonNode input,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta) implements SamplingMessageContentBlock {

    /**
     * Creates a call.
     *
     * @param id the id of the call
     * @param name the name of the tool
     * @param input the arguments, an object
     * @return the call
     */
    public static ToolUseContent of(String id, String name, JsonNode input) {
        return new ToolUseContent(id, name, input, null);
    }

    /** {@return the kind of content, a constant of the protocol} */
    @JsonProperty(index = 0)
    public String type() {
        return "tool_use";
    }
}

package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tool as clients see it. Later revisions may add components: use neither the canonical constructor nor record
 * patterns.
 *
 * @param name the name, unique in the server
 * @param title the name shown to people; {@code null} for none
 * @param description what the tool does, for a language model; {@code null} for none
 * @param inputSchema the JSON Schema of the arguments, always of type {@code object}
 * @param outputSchema the JSON Schema of the structured content; {@code null} for none
 * @param annotations the hints; {@code null} for none
 * @param icons the icons for user interfaces
 * @param meta the {@code _meta} of the tool; {@code null} for none
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Tool(
        String name,
        @Nullable String title,
        @Nullable String description,
        @JsonInclude(JsonInclude.Include.ALWAYS) JsonNode inputSchema,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable JsonNode outputSchema,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable ToolAnnotations annotations,
        List<Icon> icons,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta) {

    /**
     * Creates a tool that the model of a client can call; see {@link CreateMessageRequest#withTools}.
     *
     * @param name the name, unique in the request
     * @param description what the tool does, for a language model; {@code null} for none
     * @param inputSchema the JSON Schema of the arguments, of type {@code object}
     * @return the tool
     */
    public static Tool of(String name, @Nullable String description, JsonNode inputSchema) {
        return new Tool(name, null, description, inputSchema, null, null, List.of(), null);
    }
}

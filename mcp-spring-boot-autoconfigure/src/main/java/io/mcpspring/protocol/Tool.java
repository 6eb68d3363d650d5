package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A tool as clients see it.
 *
 * @param name unique in the server
 * @param title the name shown to people
 * @param description what the tool does, for a language model
 * @param inputSchema JSON Schema of the arguments, always of type {@code object}
 * @param outputSchema JSON Schema of the structured content, if there is any
 * @param annotations hints
 * @param icons icons for user interfaces
 * @param meta the tool's {@code _meta}
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

    public Tool {
        icons = List.copyOf(icons);
    }
}

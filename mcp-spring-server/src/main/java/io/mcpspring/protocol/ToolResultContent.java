package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a tool that the model called; from revision 2025-11-25 on. Later revisions may add components: use
 * neither the canonical constructor nor record patterns.
 *
 * @param toolUseId the id of the {@link ToolUseContent}
 * @param content the content of the result
 * @param structuredContent the result as JSON; {@code null} for none
 * @param isError whether the tool failed
 * @param meta the {@code _meta}; {@code null} for none
 */
public record ToolResultContent(
        String toolUseId,
        List<Content> content,
        @Nullable Object structuredContent,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean isError,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta)
        implements SamplingMessageContentBlock {

    /**
     * Copies the content.
     *
     * @param toolUseId the id of the {@link ToolUseContent}
     * @param content the content of the result
     * @param structuredContent the result as JSON; {@code null} for none
     * @param isError whether the tool failed
     * @param meta the {@code _meta}; {@code null} for none
     */
    public ToolResultContent {
        content = List.copyOf(content);
    }

    /**
     * Creates a success.
     *
     * @param toolUseId the id of the {@link ToolUseContent}
     * @param content the content of the result
     * @return the result
     */
    public static ToolResultContent of(String toolUseId, Content... content) {
        return new ToolResultContent(toolUseId, List.of(content), null, false, null);
    }

    /**
     * Creates a failure.
     *
     * @param toolUseId the id of the {@link ToolUseContent}
     * @param content the reason
     * @return the result
     */
    public static ToolResultContent error(String toolUseId, Content... content) {
        return new ToolResultContent(toolUseId, List.of(content), null, true, null);
    }

    /**
     * Returns a copy with structured content.
     *
     * @param structuredContent the result as JSON; {@code null} for none
     * @return the copy
     */
    public ToolResultContent withStructuredContent(@Nullable Object structuredContent) {
        return new ToolResultContent(toolUseId, content, structuredContent, isError, meta);
    }

    /** {@return the kind of content, a constant of the protocol} */
    @JsonProperty(index = 0)
    public String type() {
        return "tool_result";
    }
}

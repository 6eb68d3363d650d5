package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a tool call.
 *
 * @param content what the model reads, in this order
 * @param structuredContent the same as JSON, for programs: before it is sent, any value that the application's JSON
 *     mapper can write; {@code null} for none (JSON's own null is {@code tools.jackson.databind.node.NullNode})
 * @param isError whether the tool failed and {@code content} says why
 * @param meta the result's {@code _meta}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CallToolResult(
        List<Content> content,
        @Nullable Object structuredContent,
        boolean isError,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta)
        implements TypedResult {

    public CallToolResult {
        content = List.copyOf(content);
    }

    /** A success with this content. */
    public CallToolResult(List<? extends Content> content) {
        this(List.copyOf(content), null, false, null);
    }

    /** A success with this content. */
    public static CallToolResult of(Content... content) {
        return new CallToolResult(List.of(content), null, false, null);
    }

    /**
     * A success with structured content, which is sent as a text block as well.
     *
     * @param value any value that the application's JSON mapper can write
     */
    public static CallToolResult structured(Object value) {
        return new CallToolResult(List.of(), value, false, null);
    }

    /** A failure; the model reads the message and may try again. */
    public static CallToolResult error(String message) {
        return new CallToolResult(List.of(Content.text(message)), null, true, null);
    }

    public CallToolResult withMeta(Map<String, ?> meta) {
        return new CallToolResult(content, structuredContent, isError, meta);
    }
}

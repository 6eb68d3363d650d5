package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of {@code resources/read}. Later revisions may add components: use neither the canonical constructor nor
 * record patterns.
 *
 * @param contents one document, or several, for instance for a folder
 * @param meta the {@code _meta} of the result; {@code null} for none
 */
public record ReadResourceResult(
        List<ResourceContents> contents,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta) implements TypedResult {

    /**
     * Copies the documents.
     *
     * @param contents one document, or several, for instance for a folder
     * @param meta the {@code _meta} of the result; {@code null} for none
     */
    public ReadResourceResult {
        contents = List.copyOf(contents);
    }

    /**
     * Creates a result.
     *
     * @param contents the documents
     * @return the result
     */
    public static ReadResourceResult of(ResourceContents... contents) {
        return new ReadResourceResult(List.of(contents), null);
    }

    /**
     * Returns a copy with another {@code _meta}.
     *
     * @param meta the members; {@code null} for none
     * @return the copy
     */
    public ReadResourceResult withMeta(@Nullable Map<String, ?> meta) {
        return new ReadResourceResult(contents, meta);
    }
}

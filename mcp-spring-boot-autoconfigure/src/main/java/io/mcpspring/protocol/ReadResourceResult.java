package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a resource holds.
 *
 * @param contents one document, or several for something like a folder
 * @param meta the result's {@code _meta}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ReadResourceResult(
        List<ResourceContents> contents,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta) implements CacheableResult {

    public ReadResourceResult {
        contents = List.copyOf(contents);
    }

    /** Returns {@code false}: a resource may depend on its reader, and may change at any time. */
    @Override
    public boolean sharedByClients() {
        return false;
    }

    /** A resource of these documents. */
    public static ReadResourceResult of(ResourceContents... contents) {
        return new ReadResourceResult(List.of(contents), null);
    }
}

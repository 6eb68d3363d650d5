package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A resource as clients see it in the list.
 *
 * @param uri its address
 * @param name its identifier
 * @param title the name shown to people
 * @param description what it is
 * @param mimeType its media type
 * @param size its size in bytes
 * @param annotations how to use it
 * @param icons icons for user interfaces
 * @param meta the resource's {@code _meta}
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Resource(
        String uri,
        String name,
        @Nullable String title,
        @Nullable String description,
        @Nullable String mimeType,
        @Nullable Long size,
        @Nullable Annotations annotations,
        List<Icon> icons,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta) {

    public Resource {
        icons = List.copyOf(icons);
    }
}

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

    /** The resource as a revision knows it. */
    public Resource in(ProtocolVersion version) {
        if (version.isAtLeast(ProtocolVersion.V2025_11_25)) {
            return this;
        }
        return version.isAtLeast(ProtocolVersion.V2025_06_18)
                ? new Resource(uri, name, title, description, mimeType, size, annotations, List.of(), meta)
                : new Resource(
                        uri,
                        name,
                        null,
                        description,
                        mimeType,
                        size,
                        annotations == null ? null : annotations.in(version),
                        List.of(),
                        null);
    }
}

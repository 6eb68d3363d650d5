package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A resource as clients see it in the list. Later revisions may add components: use neither the canonical constructor
 * nor record patterns.
 *
 * @param uri the URI
 * @param name the name for programs
 * @param title the name shown to people; {@code null} for none
 * @param description what the resource contains; {@code null} for none
 * @param mimeType the media type; {@code null} if it is not known
 * @param size the size in bytes; {@code null} if it is not known
 * @param annotations how a client may use it; {@code null} for no statement
 * @param icons the icons for user interfaces
 * @param meta the {@code _meta} of the resource; {@code null} for none
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
        @JsonProperty("_meta") @Nullable Map<String, ?> meta) {}

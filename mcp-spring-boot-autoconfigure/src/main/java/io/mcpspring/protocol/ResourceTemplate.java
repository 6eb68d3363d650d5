package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Many resources of one kind, as clients see them.
 *
 * @param uriTemplate their addresses, as an RFC 6570 template
 * @param name their identifier
 * @param title the name shown to people
 * @param description what they are
 * @param mimeType their media type, if all have the same
 * @param annotations how to use them
 * @param icons icons for user interfaces
 * @param meta the template's {@code _meta}
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ResourceTemplate(
        String uriTemplate,
        String name,
        @Nullable String title,
        @Nullable String description,
        @Nullable String mimeType,
        @Nullable Annotations annotations,
        List<Icon> icons,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta) {

    public ResourceTemplate {
        icons = List.copyOf(icons);
    }
}

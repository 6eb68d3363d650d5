package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A reference to a resource that the client may read. Clients of revision 2025-03-26 get it as text. Later revisions
 * may add components: use neither the canonical constructor nor record patterns.
 *
 * @param uri the URI of the resource
 * @param name the name for programs
 * @param title the name shown to people; {@code null} for none
 * @param description the description; {@code null} for none
 * @param mimeType the media type; {@code null} if it is not known
 * @param size the size in bytes; {@code null} if it is not known
 * @param annotations how a client may use it; {@code null} for no statement
 * @param icons the icons, sent from revision 2025-11-25 on
 * @param meta the {@code _meta}; {@code null} for none
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ResourceLink(
        String uri,
        String name,
        @Nullable String title,
        @Nullable String description,
        @Nullable String mimeType,
        @Nullable Long size,
        @Nullable Annotations annotations,
        List<Icon> icons,
        @JsonProperty("_meta") @Nullable Map<String, ?> meta)
        implements Content {

    /**
     * Checks that URI and name are present.
     *
     * @param uri the URI of the resource
     * @param name the name for programs
     * @param title the name shown to people; {@code null} for none
     * @param description the description; {@code null} for none
     * @param mimeType the media type; {@code null} if it is not known
     * @param size the size in bytes; {@code null} if it is not known
     * @param annotations how a client may use it; {@code null} for no statement
     * @param icons the icons, sent from revision 2025-11-25 on
     * @param meta the {@code _meta}; {@code null} for none
     */
    public ResourceLink {
        Objects.requireNonNull(uri, "uri");
        Objects.requireNonNull(name, "name");
        icons = List.copyOf(icons);
    }

    @Override
    public String type() {
        return "resource_link";
    }

    @Override
    public ResourceLink withAnnotations(@Nullable Annotations annotations) {
        return new ResourceLink(uri, name, title, description, mimeType, size, annotations, icons, meta);
    }

    @Override
    public ResourceLink withMeta(@Nullable Map<String, ?> meta) {
        return new ResourceLink(uri, name, title, description, mimeType, size, this.annotations, icons, meta);
    }

    /**
     * Returns a copy with other icons.
     *
     * @param icons the icons, sent from revision 2025-11-25 on
     * @return the copy
     */
    public ResourceLink withIcons(List<Icon> icons) {
        return new ResourceLink(uri, name, title, description, mimeType, size, this.annotations, icons, this.meta);
    }
}

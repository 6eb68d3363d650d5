package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A reference to something that the client may fetch; from revision 2025-06-18 on, text before.
 *
 * @param uri where it is
 * @param name its identifier
 * @param title its name for people
 * @param description what it is
 * @param mimeType its media type
 * @param size its size in bytes
 * @param annotations how to use it
 * @param icons icons; from revision 2025-11-25 on
 * @param meta its {@code _meta}
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

    public ResourceLink {
        Objects.requireNonNull(uri, "uri");
        Objects.requireNonNull(name, "name");
        icons = List.copyOf(icons);
    }

    public ResourceLink(
            String uri,
            String name,
            @Nullable String title,
            @Nullable String description,
            @Nullable String mimeType,
            @Nullable Long size,
            @Nullable Annotations annotations,
            @Nullable Map<String, ?> meta) {
        this(uri, name, title, description, mimeType, size, annotations, List.of(), meta);
    }

    @Override
    @JsonProperty(index = 0)
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

    /** The same link with other icons. */
    public ResourceLink withIcons(List<Icon> icons) {
        return new ResourceLink(uri, name, title, description, mimeType, size, this.annotations, icons, this.meta);
    }
}

package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An icon that a user interface may show.
 *
 * @param src an {@code https:} or {@code data:} URI
 * @param mimeType the media type, if {@code src} does not state it; {@code null} otherwise
 * @param sizes sizes such as {@code 48x48}, or {@code any}; empty for any size
 * @param theme {@code light} or {@code dark}, the background for which the icon is made; {@code null} for any
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Icon(
        String src,
        @Nullable String mimeType,
        List<String> sizes,
        @Nullable String theme) {

    /**
     * Copies the sizes.
     *
     * @param src an {@code https:} or {@code data:} URI
     * @param mimeType the media type, if {@code src} does not state it; {@code null} otherwise
     * @param sizes sizes such as {@code 48x48}, or {@code any}; empty for any size
     * @param theme {@code light} or {@code dark}, the background for which the icon is made; {@code null} for any
     */
    public Icon {
        sizes = List.copyOf(sizes);
    }
}

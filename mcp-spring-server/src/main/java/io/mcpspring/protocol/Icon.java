package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * An icon that a user interface may show. Later revisions may add components: use neither the canonical constructor nor
 * record patterns.
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

    /**
     * Creates an icon.
     *
     * @param src an {@code https:} or {@code data:} URI
     * @return the icon
     */
    public static Icon of(String src) {
        return new Icon(src, null, List.of(), null);
    }

    /**
     * Returns a copy with another media type.
     *
     * @param mimeType the media type
     * @return the copy
     */
    public Icon withMimeType(String mimeType) {
        return new Icon(src, mimeType, sizes, theme);
    }

    /**
     * Returns a copy with other sizes.
     *
     * @param sizes sizes such as {@code 48x48}, or {@code any}
     * @return the copy
     */
    public Icon withSizes(String... sizes) {
        return new Icon(src, mimeType, List.of(sizes), theme);
    }

    /**
     * Returns a copy for another background.
     *
     * @param theme {@code light} or {@code dark}
     * @return the copy
     * @throws IllegalArgumentException if it is another text
     */
    public Icon withTheme(String theme) {
        Assert.isTrue(Set.of("light", "dark").contains(theme), () -> "'theme' must be light or dark: " + theme);
        return new Icon(src, mimeType, sizes, theme);
    }
}

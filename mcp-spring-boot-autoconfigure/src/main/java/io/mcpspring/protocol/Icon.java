package io.mcpspring.protocol;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An icon that a user interface may show.
 *
 * @param src an {@code https:} or {@code data:} URI
 * @param mimeType media type, if {@code src} does not tell it
 * @param sizes sizes such as {@code 48x48}, or {@code any}; empty for any size
 * @param theme {@code light} or {@code dark}, the background it is made for; {@code null} for any
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Icon(
        String src,
        @Nullable String mimeType,
        List<String> sizes,
        @Nullable String theme) {

    public Icon {
        sizes = List.copyOf(sizes);
    }
}

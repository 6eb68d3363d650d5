package io.mcpspring.autoconfigure;

import io.mcpspring.protocol.Icon;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * An icon for user interfaces.
 *
 * @param src URI of the icon, with the scheme 'https' or 'data'
 * @param mimeType Media type of the icon, if the URI does not state it
 * @param sizes Sizes such as '48x48', or 'any'
 * @param theme Background for which the icon is made
 */
record IconProperties(
        String src,
        @Nullable String mimeType,
        @DefaultValue List<String> sizes,
        @Nullable Theme theme) {

    /** The background for which an icon is made. */
    enum Theme {
        LIGHT,
        DARK
    }

    IconProperties {
        Assert.hasText(src, "mcp.server.icons must have a src for each icon");
    }

    Icon icon() {
        String background = theme == null ? null : theme.name().toLowerCase(Locale.ROOT);
        return new Icon(src, mimeType, sizes, background);
    }
}

package io.mcpspring.autoconfigure;

import io.mcpspring.protocol.Icon;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.Assert;

/**
 * An icon for user interfaces.
 *
 * @param src URI of the icon, with the scheme 'https' or 'data'
 * @param mimeType Media type of the icon, if the URI does not state it
 * @param sizes Sizes such as '48x48', or 'any'
 * @param theme Background for which the icon is made, 'light' or 'dark'
 */
record IconProperties(
        String src,
        @Nullable String mimeType,
        @DefaultValue List<String> sizes,
        @Nullable String theme) {

    IconProperties {
        Assert.hasText(src, "mcp.server.icons must have a src for each icon");
    }

    Icon icon() {
        return new Icon(this.src, this.mimeType, this.sizes, this.theme);
    }
}

package io.mcpspring.resource;

import java.net.URI;
import org.springframework.util.Assert;

/**
 * Publishes the files of a location as resources. Every bean of this type is used, beside
 * {@code mcp.server.resources.locations}. The files are found once, when the application starts, and only these can be
 * read; their content is read again for each request, up to {@code mcp.server.resources.max-size}. Not published are:
 *
 * <ul>
 *   <li>files and folders whose names begin with a dot;
 *   <li>links that lead out of the location, also those that replace a file later.
 * </ul>
 *
 * @param pattern a location with wildcards, such as {@code classpath:docs/**} or {@code file:/srv/manuals/*.pdf}
 * @param base the URI to which the path of each file is appended, from the last folder without wildcards on, such as
 *     {@code docs:///}
 */
public record McpResourceLocation(String pattern, URI base) {

    /**
     * Creates a location.
     *
     * @param pattern a location with wildcards
     * @param base a URI with a scheme and a slash at the end
     * @throws IllegalArgumentException if the base has no scheme or no slash at the end
     */
    public McpResourceLocation {
        Assert.isTrue(
                base.isAbsolute() && base.toString().endsWith("/"),
                () -> "'base' must have a scheme and end with a slash: " + base);
    }

    /**
     * Publishes files below {@code resource:///}.
     *
     * @param pattern a location with wildcards
     */
    public McpResourceLocation(String pattern) {
        this(pattern, URI.create("resource:///"));
    }
}

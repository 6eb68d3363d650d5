package io.mcpspring.resource;

import java.net.URI;

/**
 * Publishes all files of a place. Every bean of this type is honoured, beside {@code mcp.server.resources.locations}.
 * The files are looked up once, when the application starts; only these can be read, under no other URI. Left out are
 * files and folders whose names begin with a dot, and links that lead out of the place, also those that take a file's
 * place later; and names that stand for a device or a stream of a file on Windows, such as {@code NUL.txt} and
 * {@code a:b}, on every system. What a file holds is read anew each time, up to {@code mcp.server.resources.max-size}.
 *
 * @param pattern a location with wildcards, such as {@code classpath:docs/**} or {@code file:/srv/manuals/*.pdf}
 * @param base to what the path of each file, from the last folder without wildcards on, is appended, such as
 *     {@code docs:///}
 */
public record McpResourceLocation(String pattern, URI base) {

    public McpResourceLocation {
        if (!base.isAbsolute() || !base.toString().endsWith("/")) {
            throw new IllegalArgumentException("The base has a scheme and ends with a slash: " + base);
        }
    }

    /** The files under {@code resource:///}. */
    public McpResourceLocation(String pattern) {
        this(pattern, URI.create("resource:///"));
    }
}

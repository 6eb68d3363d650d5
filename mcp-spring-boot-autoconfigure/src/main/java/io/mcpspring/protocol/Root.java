package io.mcpspring.protocol;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A folder or file that the client works with. Roots inform; they are no access control.
 *
 * @param uri a {@code file:} URI
 * @param name a name for people
 */
public record Root(URI uri, @Nullable String name) {}

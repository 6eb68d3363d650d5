package io.mcpspring.protocol;

import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * A folder or file that the client works with. Roots are information, not an access control. Later revisions may add
 * components: use neither the canonical constructor nor record patterns.
 *
 * @param uri a {@code file:} URI
 * @param name the name shown to people; {@code null} for none
 */
public record Root(URI uri, @Nullable String name) {}

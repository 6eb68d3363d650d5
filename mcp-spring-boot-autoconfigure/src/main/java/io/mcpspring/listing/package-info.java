/** Registries of entries, and their lists in pages. */
@NullMarked
package io.mcpspring.listing;

import org.jspecify.annotations.NullMarked;

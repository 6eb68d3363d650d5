/** Registries of the entries of a feature, and their lists in pages. */
@NullMarked
package io.mcpspring.listing;

import org.jspecify.annotations.NullMarked;

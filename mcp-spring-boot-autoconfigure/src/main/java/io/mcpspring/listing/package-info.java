/** The registries in which features keep their entries, and the paginated lists of these entries. */
@NullMarked
package io.mcpspring.listing;

import org.jspecify.annotations.NullMarked;

/** What a feature offers, and how it is listed in pages. */
@NullMarked
package io.mcpspring.listing;

import org.jspecify.annotations.NullMarked;

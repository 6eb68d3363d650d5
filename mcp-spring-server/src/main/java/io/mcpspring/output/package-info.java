/** Checks of results on their way to clients: their size, and hidden characters in them. */
@NullMarked
package io.mcpspring.output;

import org.jspecify.annotations.NullMarked;

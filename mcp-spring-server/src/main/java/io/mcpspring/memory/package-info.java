/** The memory that requests take, counted and bounded. */
@NullMarked
package io.mcpspring.memory;

import org.jspecify.annotations.NullMarked;

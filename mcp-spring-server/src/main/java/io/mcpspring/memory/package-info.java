/** The memory that callers share, counted and bounded. */
@NullMarked
package io.mcpspring.memory;

import org.jspecify.annotations.NullMarked;

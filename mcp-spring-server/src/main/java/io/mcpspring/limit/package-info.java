/** Limits of the rate and the number of calls. */
@NullMarked
package io.mcpspring.limit;

import org.jspecify.annotations.NullMarked;

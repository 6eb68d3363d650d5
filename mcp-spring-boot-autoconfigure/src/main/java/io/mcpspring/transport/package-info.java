/** The HTTP transport of both eras. */
@NullMarked
package io.mcpspring.transport;

import org.jspecify.annotations.NullMarked;

/** The HTTP transport of both eras. */
@NullMarked
package io.mcpspring.http;

import org.jspecify.annotations.NullMarked;

/** The boundary of the API: what carries {@link io.mcpspring.Internal} is not part of it. */
@NullMarked
package io.mcpspring;

import org.jspecify.annotations.NullMarked;

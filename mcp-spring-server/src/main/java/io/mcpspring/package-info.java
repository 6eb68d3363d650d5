/** The server and its builder. {@link io.mcpspring.Internal} marks types and members that are not part of the API. */
@NullMarked
package io.mcpspring;

import org.jspecify.annotations.NullMarked;

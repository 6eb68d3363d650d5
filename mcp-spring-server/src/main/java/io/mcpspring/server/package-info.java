/** Dispatch: a request to its handler, and exactly one response. */
@NullMarked
package io.mcpspring.server;

import org.jspecify.annotations.NullMarked;

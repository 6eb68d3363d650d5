/** How messages travel over HTTP, in both eras of the protocol. */
@NullMarked
package io.mcpspring.transport;

import org.jspecify.annotations.NullMarked;

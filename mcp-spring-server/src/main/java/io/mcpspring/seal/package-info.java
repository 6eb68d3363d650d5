/** Values that clients keep for the server, without being able to read or change them. */
@NullMarked
package io.mcpspring.seal;

import org.jspecify.annotations.NullMarked;

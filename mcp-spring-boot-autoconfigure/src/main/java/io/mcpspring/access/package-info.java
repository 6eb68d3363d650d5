/** Access: the rules that decide which entries a caller sees and uses. */
@NullMarked
package io.mcpspring.access;

import org.jspecify.annotations.NullMarked;

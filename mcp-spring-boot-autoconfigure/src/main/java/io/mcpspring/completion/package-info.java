/** Completion: proposals for what a user types as an argument of a prompt or a variable of a resource template. */
@NullMarked
package io.mcpspring.completion;

import org.jspecify.annotations.NullMarked;

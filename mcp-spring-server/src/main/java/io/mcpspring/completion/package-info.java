/** Completion: proposed values for arguments of prompts and variables of resource templates. */
@NullMarked
package io.mcpspring.completion;

import org.jspecify.annotations.NullMarked;

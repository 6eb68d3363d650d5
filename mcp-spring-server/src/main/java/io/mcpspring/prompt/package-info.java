/** Prompts: registry, arguments, messages, and their two methods of the protocol. */
@NullMarked
package io.mcpspring.prompt;

import org.jspecify.annotations.NullMarked;

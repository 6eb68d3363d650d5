/** Tools: the registry, binding of arguments, mapping of results, {@code tools/list} and {@code tools/call}. */
@NullMarked
package io.mcpspring.tool;

import org.jspecify.annotations.NullMarked;

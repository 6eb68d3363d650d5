/** What the texts of definitions and results may contain: no hidden characters, and no names of secrets. */
@NullMarked
package io.mcpspring.text;

import org.jspecify.annotations.NullMarked;

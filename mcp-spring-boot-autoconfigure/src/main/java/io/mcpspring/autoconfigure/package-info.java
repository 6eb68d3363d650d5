/** Wiring and configuration properties. */
@NullMarked
package io.mcpspring.autoconfigure;

import org.jspecify.annotations.NullMarked;

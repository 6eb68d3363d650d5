/** What a user writes on a method to offer it to MCP clients. */
@NullMarked
package io.mcpspring.annotation;

import org.jspecify.annotations.NullMarked;

/** What a user writes on a method to offer it to MCP clients; depends on nothing else of the project. */
@NullMarked
package io.mcpspring.annotation;

import org.jspecify.annotations.NullMarked;

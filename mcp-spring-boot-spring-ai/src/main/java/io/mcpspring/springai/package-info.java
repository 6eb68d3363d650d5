/** Serves the MCP tools, prompts and resources of applications that are written for Spring AI. */
@NullMarked
package io.mcpspring.springai;

import org.jspecify.annotations.NullMarked;

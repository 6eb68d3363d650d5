/**
 * Tests of an MCP server from the view of its clients, in every revision of the protocol, begin with
 * {@link io.mcpspring.test.McpTester}.
 */
@NullMarked
package io.mcpspring.test;

import org.jspecify.annotations.NullMarked;

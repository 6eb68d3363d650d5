/** What goes over the wire: records and sealed types named as in the MCP schema, and how they are written. */
@NullMarked
package io.mcpspring.protocol;

import org.jspecify.annotations.NullMarked;

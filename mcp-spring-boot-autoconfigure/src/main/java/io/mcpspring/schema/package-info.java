/** JSON Schemas of Java types, and values compared with them. */
@NullMarked
package io.mcpspring.schema;

import org.jspecify.annotations.NullMarked;

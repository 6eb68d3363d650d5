/** JSON Schemas of Java types, and forms. */
@NullMarked
package io.mcpspring.schema;

import org.jspecify.annotations.NullMarked;

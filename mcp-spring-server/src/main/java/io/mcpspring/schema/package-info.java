/** JSON Schemas of Java types, and the schemas and results of forms that clients show to users. */
@NullMarked
package io.mcpspring.schema;

import org.jspecify.annotations.NullMarked;

/** Events for operators: calls, refused requests and changed definitions. */
@NullMarked
package io.mcpspring.audit;

import org.jspecify.annotations.NullMarked;

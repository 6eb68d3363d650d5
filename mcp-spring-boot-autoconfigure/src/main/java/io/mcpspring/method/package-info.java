/** How an annotated method of a bean is found, what its parameters get that are no arguments, and how it is invoked. */
@NullMarked
package io.mcpspring.method;

import org.jspecify.annotations.NullMarked;

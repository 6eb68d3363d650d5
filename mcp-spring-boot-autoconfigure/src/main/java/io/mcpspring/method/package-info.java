/**
 * How an annotated method of a bean is found and how it is invoked.
 */
@NullMarked
package io.mcpspring.method;

import org.jspecify.annotations.NullMarked;

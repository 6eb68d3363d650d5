/** The adapter of Spring MVC. */
@NullMarked
package io.mcpspring.webmvc;

import org.jspecify.annotations.NullMarked;

/** The adapter of Spring WebFlux. */
@NullMarked
package io.mcpspring.webflux;

import org.jspecify.annotations.NullMarked;

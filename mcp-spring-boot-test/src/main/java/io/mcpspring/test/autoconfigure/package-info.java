/** Annotations that provide an {@link io.mcpspring.test.McpTester} to tests of Spring Boot applications. */
@NullMarked
package io.mcpspring.test.autoconfigure;

import org.jspecify.annotations.NullMarked;

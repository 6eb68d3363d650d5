/** Bean methods: discovery, parameters, invocation, and interceptors. */
@NullMarked
package io.mcpspring.method;

import org.jspecify.annotations.NullMarked;

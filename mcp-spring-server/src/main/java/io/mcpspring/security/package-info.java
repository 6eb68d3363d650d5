/** Spring Security, which is optional. */
@NullMarked
package io.mcpspring.security;

import org.jspecify.annotations.NullMarked;

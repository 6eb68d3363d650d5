/** The endpoint as a protected resource of OAuth 2.0. */
@NullMarked
package io.mcpspring.oauth;

import org.jspecify.annotations.NullMarked;

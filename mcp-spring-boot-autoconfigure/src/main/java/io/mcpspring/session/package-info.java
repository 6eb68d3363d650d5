/** What the legacy revisions remember of a client: the sealed session id. */
@NullMarked
package io.mcpspring.session;

import org.jspecify.annotations.NullMarked;

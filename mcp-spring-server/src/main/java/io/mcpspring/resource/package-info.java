/** Resources and resource templates: registry, addresses, contents, and their methods of the protocol. */
@NullMarked
package io.mcpspring.resource;

import org.jspecify.annotations.NullMarked;

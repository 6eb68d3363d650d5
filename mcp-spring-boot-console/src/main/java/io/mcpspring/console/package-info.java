/** The page at the endpoint on which people try the server in a browser. */
@NullMarked
package io.mcpspring.console;

import org.jspecify.annotations.NullMarked;

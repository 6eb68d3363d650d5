/** What a browser gets at the endpoint: a sentence, or the page of the console. */
@NullMarked
package io.mcpspring.console;

import org.jspecify.annotations.NullMarked;

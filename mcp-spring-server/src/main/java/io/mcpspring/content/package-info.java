/** Content of results: its media type, its size, its characters, and its form in each revision. */
@NullMarked
package io.mcpspring.content;

import org.jspecify.annotations.NullMarked;

/** Content of results: its media type, its size, and how it looks in each revision. */
@NullMarked
package io.mcpspring.content;

import org.jspecify.annotations.NullMarked;

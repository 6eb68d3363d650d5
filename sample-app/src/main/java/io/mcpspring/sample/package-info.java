/** The data desk: queries, statistics, charts and sound over a database, for language models. */
@NullMarked
package io.mcpspring.sample;

import org.jspecify.annotations.NullMarked;

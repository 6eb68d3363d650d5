/** A request in progress, and the questions that it asks its client. */
@NullMarked
package io.mcpspring.exchange;

import org.jspecify.annotations.NullMarked;

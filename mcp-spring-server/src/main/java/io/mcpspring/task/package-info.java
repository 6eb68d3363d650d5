/** Tasks: calls that continue after their response, and the requests by which clients get the outcome. */
@NullMarked
package io.mcpspring.task;

import org.jspecify.annotations.NullMarked;

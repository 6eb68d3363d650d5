/** Tasks: calls that go on when they have been answered, and how clients ask for their outcome. */
@NullMarked
package io.mcpspring.task;

import org.jspecify.annotations.NullMarked;

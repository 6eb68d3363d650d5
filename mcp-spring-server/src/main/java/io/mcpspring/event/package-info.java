/** Events of the server, on this instance and on others: changed lists, updated resources, changed tasks. */
@NullMarked
package io.mcpspring.event;

import org.jspecify.annotations.NullMarked;

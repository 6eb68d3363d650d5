/** The connections of clients, and how the web servers differ. */
@NullMarked
package io.mcpspring.connection;

import org.jspecify.annotations.NullMarked;

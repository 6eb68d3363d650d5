/** The endpoint of Actuator that describes the server. */
@NullMarked
package io.mcpspring.actuate;

import org.jspecify.annotations.NullMarked;

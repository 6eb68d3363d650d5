/** Auto-configuration of what the server adds to Actuator. */
@NullMarked
package io.mcpspring.autoconfigure.actuate;

import org.jspecify.annotations.NullMarked;

/** Auto-configuration of observations and meters. */
@NullMarked
package io.mcpspring.autoconfigure.observation;

import org.jspecify.annotations.NullMarked;

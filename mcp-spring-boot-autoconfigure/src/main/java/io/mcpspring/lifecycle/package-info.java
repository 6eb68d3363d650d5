/** What happens when the application starts and stops. */
@NullMarked
package io.mcpspring.lifecycle;

import org.jspecify.annotations.NullMarked;

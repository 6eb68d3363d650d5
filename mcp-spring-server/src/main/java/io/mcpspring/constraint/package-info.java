/** Bean Validation of the arguments of methods. */
@NullMarked
package io.mcpspring.constraint;

import org.jspecify.annotations.NullMarked;

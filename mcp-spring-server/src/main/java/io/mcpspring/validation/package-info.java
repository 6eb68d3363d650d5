/** JSON values against JSON Schemas, and their problems in words. */
@NullMarked
package io.mcpspring.validation;

import org.jspecify.annotations.NullMarked;

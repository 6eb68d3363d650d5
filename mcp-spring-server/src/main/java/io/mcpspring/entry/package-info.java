/**
 * The entries of features: the registries that keep them, their paginated lists, and the rules that decide which
 * callers see and use them.
 */
@NullMarked
package io.mcpspring.entry;

import org.jspecify.annotations.NullMarked;

/**
 * The fixtures that the official conformance suite and its fellows call by name; no example of a good service, which is
 * what the module {@code sample-app} is for.
 */
@NullMarked
package io.mcpspring.conformance;

import org.jspecify.annotations.NullMarked;

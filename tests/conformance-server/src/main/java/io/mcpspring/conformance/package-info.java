/**
 * The fixtures that the official conformance suite and other checks call by name. The module {@code sample-app} is an
 * example of a good service; this one is not.
 */
@NullMarked
package io.mcpspring.conformance;

import org.jspecify.annotations.NullMarked;

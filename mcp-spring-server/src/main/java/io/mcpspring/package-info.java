/**
 * What all packages use: {@link io.mcpspring.Internal}, which marks types and members that are not part of the API, and
 * {@link io.mcpspring.UserCode}.
 */
@NullMarked
package io.mcpspring;

import org.jspecify.annotations.NullMarked;

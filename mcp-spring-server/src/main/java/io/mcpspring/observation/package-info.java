/** Observations of requests, and the meters of the server, by Micrometer. */
@NullMarked
package io.mcpspring.observation;

import org.jspecify.annotations.NullMarked;

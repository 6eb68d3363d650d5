package io.mcpspring.webmvc;

import io.mcpspring.Internal;
import reactor.util.context.Context;

/**
 * Reads thread-locals of a servlet request, to make them available to reactive code as on WebFlux. Called on the thread
 * of the container before any reactive code, because automatic context propagation would clear them.
 */
@Internal
@FunctionalInterface
public interface ThreadContext {

    /** Returns the values for the Reactor context; empty if there are none. */
    Context read();
}

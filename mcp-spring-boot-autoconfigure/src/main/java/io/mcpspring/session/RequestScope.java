package io.mcpspring.session;

import io.mcpspring.exchange.ClientChannel;

/** What the requests of a POST belong to: a session, or the POST alone. */
interface RequestScope {

    /**
     * Registers a request so that its client can cancel it.
     *
     * @return {@code false} if a request with this id is running already
     */
    boolean start(RunningRequest request);

    void finish(RunningRequest request);

    /** @param stream carries what is sent before the responses, if the client accepts it */
    ClientChannel channel(ReplyStream stream, boolean acceptsStream);
}

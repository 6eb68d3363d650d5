package io.mcpspring.session;

import io.mcpspring.exchange.ClientChannel;

/** The owner of the requests of a POST: a session, or only the POST itself. */
interface RequestScope {

    /**
     * Registers a request so that its client can cancel it. Cancels it if the session is closed.
     *
     * @return {@code false} if a request with this id is running already
     */
    boolean start(RunningRequest request);

    void finish(RunningRequest request);

    /** @param stream sends messages before the responses, if the client accepts them */
    ClientChannel channel(ReplyStream stream, boolean acceptsStream);
}

package io.mcpspring.session;

import java.util.concurrent.atomic.AtomicLong;

/** A stream for messages that do not belong to a request; opened by a GET. After its end the client opens a new one. */
final class StandAloneStream extends LegacyStream {

    /** Numbers the connections, so that the newest one of a session is known. */
    private static final AtomicLong CONNECTIONS = new AtomicLong();

    private volatile long connection = CONNECTIONS.incrementAndGet();

    StandAloneStream(OpenStreams streams, boolean primed) {
        super(EventId.STAND_ALONE + EventId.randomStream(), streams, primed, () -> {});
    }

    /** The number of the last connection of a client; a later one has a higher number. */
    long connection() {
        return connection;
    }

    @Override
    void onResume() {
        connection = CONNECTIONS.incrementAndGet();
    }

    @Override
    boolean isResumableAfterEnd() {
        return false;
    }
}

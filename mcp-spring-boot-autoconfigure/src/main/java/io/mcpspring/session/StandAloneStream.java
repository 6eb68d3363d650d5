package io.mcpspring.session;

/** A stream for messages that do not belong to a request; opened by a GET. After its end the client opens a new one. */
final class StandAloneStream extends LegacyStream {

    StandAloneStream(OpenStreams streams, boolean primed) {
        super(EventId.STAND_ALONE + EventId.randomStream(), streams, primed, () -> {});
    }

    @Override
    boolean isResumableAfterEnd() {
        return false;
    }
}

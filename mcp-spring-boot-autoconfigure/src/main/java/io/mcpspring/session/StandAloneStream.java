package io.mcpspring.session;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A stream for messages that do not belong to a request; opened by a GET. After its end the client opens a new one. */
final class StandAloneStream extends LegacyStream {

    StandAloneStream(@Nullable EventLog log, boolean primed, Consumer<LegacyStream> onEnd) {
        super(EventId.STAND_ALONE + EventId.randomStream(), log, primed, onEnd);
    }

    @Override
    boolean isResumableAfterEnd() {
        return false;
    }
}

package io.mcpspring.session;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A stream that belongs to no request, opened by a GET. Once it has ended, the client begins a new one. */
final class StandAloneStream extends LegacyStream {

    StandAloneStream(@Nullable EventLog log, boolean primed, Consumer<LegacyStream> onEnd) {
        super(EventId.STAND_ALONE + EventId.randomStream(), log, primed, onEnd);
    }

    @Override
    boolean isResumableAfterEnd() {
        return false;
    }
}

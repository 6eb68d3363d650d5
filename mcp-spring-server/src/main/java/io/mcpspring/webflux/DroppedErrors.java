package io.mcpspring.webflux;

import java.util.function.Consumer;
import reactor.util.context.Context;

/** Catches errors that a web server signals after the end of a stream, such as the loss of a connection. */
final class DroppedErrors {

    /** Reactor's key, for which it has no public constant. */
    private static final String HOOK = "reactor.onErrorDropped.local";

    private static final Consumer<Throwable> IGNORED = dropped -> {};

    private DroppedErrors() {}

    /** Returns the context for a subscriber. */
    static Context ignored(Context context) {
        return context.put(HOOK, IGNORED);
    }
}

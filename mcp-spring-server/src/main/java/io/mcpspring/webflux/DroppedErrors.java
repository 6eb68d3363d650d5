package io.mcpspring.webflux;

import io.mcpspring.server.ErrorReport;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.Exceptions;
import reactor.util.context.Context;

/** Catches errors that a web server signals after the end of a stream, such as the loss of a connection. */
final class DroppedErrors {

    private static final Log logger = LogFactory.getLog(DroppedErrors.class);

    /** Reactor's key, for which it has no public constant. */
    private static final String HOOK = "reactor.onErrorDropped.local";

    private static final Consumer<Throwable> IGNORED = DroppedErrors::ignore;

    private DroppedErrors() {}

    /** Returns the context for a subscriber. */
    static Context ignored(Context context) {
        return context.put(HOOK, IGNORED);
    }

    // Reactor rethrows errors of the JVM to the source of a stream instead of signalling them.
    private static void ignore(Throwable dropped) {
        if (Exceptions.isJvmFatal(dropped)) {
            ErrorReport.log(logger, "A request failed", dropped);
        }
    }
}

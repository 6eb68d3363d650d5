package io.mcpspring.webflux;

import io.mcpspring.Internal;
import io.mcpspring.server.ErrorReport;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.Exceptions;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** Catches errors that a web server signals after the end of a stream, such as the loss of a connection. */
@Internal
public final class DroppedErrors {

    private static final Log logger = LogFactory.getLog(DroppedErrors.class);

    /** Reactor's key, for which it has no public constant. */
    private static final String HOOK = "reactor.onErrorDropped.local";

    private DroppedErrors() {}

    /**
     * Returns the context for a subscriber.
     *
     * @param receiver gets JVM errors that an operator throws, which Reactor rethrows to the source of the stream
     *     instead of signalling them. Other dropped errors came after the end of the stream, and are logged
     */
    public static Context to(Consumer<Throwable> receiver, ContextView context) {
        Consumer<Throwable> hook = dropped -> {
            if (Exceptions.isJvmFatal(dropped)) {
                receiver.accept(dropped);
            } else {
                ErrorReport.logLate(logger, "A request failed", dropped);
            }
        };
        return Context.of(context).put(HOOK, hook);
    }
}

package io.mcpspring.server;

import io.mcpspring.Internal;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import reactor.core.Exceptions;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/** Errors that a reactive stream does not signal, and that would leave a request without an answer. */
@Internal
public final class DroppedErrors {

    private static final Log logger = LogFactory.getLog(DroppedErrors.class);

    /** Reactor's own key, for which it has no public constant. */
    private static final String HOOK = "reactor.onErrorDropped.local";

    private DroppedErrors() {}

    /**
     * The context for a subscriber.
     *
     * @param receiver gets errors of the JVM that an operator throws: Reactor rethrows these to the source of the
     *     stream instead of signalling them. Other errors that cannot be signalled came too late to matter
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

package io.mcpspring.exchange;

import io.mcpspring.UserCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/** The actions to run when a request is cancelled. */
final class Cancellation {

    private static final Log logger = LogFactory.getLog(Cancellation.class);

    private final List<Runnable> actions = new ArrayList<>();

    private boolean cancelled;

    /** Registers an action; runs it at once if the request has been cancelled. */
    void add(Runnable action) {
        synchronized (this) {
            if (!cancelled) {
                actions.add(action);
                return;
            }
        }
        run(action);
    }

    /** Runs the registered actions, once. */
    void cancel() {
        List<Runnable> registered;
        synchronized (this) {
            cancelled = true;
            registered = List.copyOf(actions);
            actions.clear();
        }
        registered.forEach(Cancellation::run);
    }

    synchronized boolean isCancelled() {
        return cancelled;
    }

    private static void run(Runnable action) {
        UserCode.run(action, failure -> logger.error("An action that was registered for cancellation failed", failure));
    }
}

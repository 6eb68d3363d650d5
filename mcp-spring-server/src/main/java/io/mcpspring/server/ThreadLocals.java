package io.mcpspring.server;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallerThread;
import io.micrometer.context.ContextSnapshotFactory;
import java.util.function.BiFunction;
import org.springframework.util.ClassUtils;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

/**
 * Sets thread-locals for the work of a request: those of its scope, and, if Micrometer's context propagation is
 * present, those of its Reactor context.
 */
@Internal
public final class ThreadLocals {

    private static final boolean AVAILABLE =
            ClassUtils.isPresent("io.micrometer.context.ContextSnapshotFactory", ThreadLocals.class.getClassLoader());

    private ThreadLocals() {}

    /**
     * Returns a context in which work is decorated by a scope, which sets thread-locals and clears them afterwards.
     *
     * @param scope gets the context in which the work runs
     */
    public static Context within(Context context, BiFunction<ContextView, Runnable, Runnable> scope) {
        return context.put(ThreadLocals.class, scope);
    }

    public static void with(ContextView context, Runnable task) {
        Runnable scoped = context.hasKey(ThreadLocals.class)
                ? context.<BiFunction<ContextView, Runnable, Runnable>>get(ThreadLocals.class)
                        .apply(context, task)
                : task;
        if (AVAILABLE) {
            Propagation.with(context, scoped);
        } else {
            scoped.run();
        }
    }

    /** A separate class, because the library is optional. */
    private static final class Propagation {

        // Values that remain from the call of another user must not be visible.
        private static final ContextSnapshotFactory SNAPSHOTS =
                ContextSnapshotFactory.builder().clearMissing(true).build();

        // The thread of the caller has those that filters have set for this request.
        private static final ContextSnapshotFactory OF_CALLER =
                ContextSnapshotFactory.builder().clearMissing(false).build();

        static void with(ContextView context, Runnable task) {
            ContextSnapshotFactory snapshots = CallerThread.isCurrent(context) ? OF_CALLER : SNAPSHOTS;
            snapshots.captureFrom(context).wrap(task).run();
        }
    }
}

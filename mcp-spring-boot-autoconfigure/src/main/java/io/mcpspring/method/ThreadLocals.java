package io.mcpspring.method;

import io.micrometer.context.ContextSnapshotFactory;
import org.springframework.util.ClassUtils;
import reactor.util.context.ContextView;

/** Sets thread-locals from the Reactor context, if Micrometer's context propagation is present. */
final class ThreadLocals {

    private static final boolean AVAILABLE =
            ClassUtils.isPresent("io.micrometer.context.ContextSnapshotFactory", ThreadLocals.class.getClassLoader());

    private ThreadLocals() {}

    static void with(ContextView context, Runnable task) {
        if (AVAILABLE) {
            Propagation.with(context, task);
        } else {
            task.run();
        }
    }

    /** Apart, since it cannot be loaded without the library. */
    private static final class Propagation {

        // Values that remain from the call of another user must not be visible.
        private static final ContextSnapshotFactory SNAPSHOTS =
                ContextSnapshotFactory.builder().clearMissing(true).build();

        static void with(ContextView context, Runnable task) {
            SNAPSHOTS.captureFrom(context).wrap(task).run();
        }
    }
}

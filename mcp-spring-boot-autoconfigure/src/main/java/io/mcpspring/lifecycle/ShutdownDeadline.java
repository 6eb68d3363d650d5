package io.mcpspring.lifecycle;

import io.mcpspring.Internal;
import io.mcpspring.server.Shutdown;
import org.springframework.context.SmartLifecycle;

/** Ends requests that are still running when the shutdown timeout of {@link ShutdownLifecycle}'s phase has passed. */
@Internal
public final class ShutdownDeadline implements SmartLifecycle {

    private final Shutdown shutdown;

    private volatile boolean running;

    public ShutdownDeadline(Shutdown shutdown) {
        this.shutdown = shutdown;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        shutdown.end();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return DEFAULT_PHASE - 1;
    }

    @Override
    public boolean isPauseable() {
        return false;
    }
}

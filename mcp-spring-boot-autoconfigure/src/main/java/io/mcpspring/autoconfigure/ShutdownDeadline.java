package io.mcpspring.autoconfigure;

import io.mcpspring.server.Shutdown;
import org.springframework.context.SmartLifecycle;

/** Ends requests that are still running when the shutdown timeout of {@link ShutdownLifecycle}'s phase has passed. */
final class ShutdownDeadline implements SmartLifecycle {

    private final Shutdown shutdown;

    private volatile boolean running;

    ShutdownDeadline(Shutdown shutdown) {
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

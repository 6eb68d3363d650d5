package io.mcpspring.autoconfigure;

import io.mcpspring.server.Shutdown;
import org.springframework.context.SmartLifecycle;

/** Announces the end before the web server begins to wait for open connections, of which streams would be the last. */
final class ShutdownLifecycle implements SmartLifecycle {

    private final Shutdown shutdown;

    private volatile boolean running;

    ShutdownLifecycle(Shutdown shutdown) {
        this.shutdown = shutdown;
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        shutdown.begin();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}

package io.mcpspring.autoconfigure;

import io.mcpspring.server.Shutdown;
import org.springframework.context.SmartLifecycle;

/**
 * Announces the end before the web server begins to close connections. In a graceful shutdown it waits for the requests
 * that are running, so that others on open connections are told to go elsewhere instead of being cut off.
 */
final class ShutdownLifecycle implements SmartLifecycle {

    private final Shutdown shutdown;

    private final boolean graceful;

    private volatile boolean running;

    ShutdownLifecycle(Shutdown shutdown, boolean graceful) {
        this.shutdown = shutdown;
        this.graceful = graceful;
    }

    @Override
    public void start() {
        shutdown.revoke();
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        shutdown.begin(() -> {});
    }

    @Override
    public void stop(Runnable callback) {
        if (graceful) {
            running = false;
            shutdown.begin(callback);
        } else {
            stop();
            callback.run();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    // The web server is not paused either, and goes on answering.
    @Override
    public boolean isPauseable() {
        return false;
    }
}

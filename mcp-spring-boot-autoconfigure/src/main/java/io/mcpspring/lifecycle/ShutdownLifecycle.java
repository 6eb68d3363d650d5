package io.mcpspring.lifecycle;

import io.mcpspring.Internal;
import io.mcpspring.server.Shutdown;
import org.springframework.context.SmartLifecycle;

/**
 * Begins the shutdown of the MCP server before the web server closes connections. In a graceful shutdown it waits for
 * running requests; further requests on open connections are refused with an error in the meantime.
 */
@Internal
public final class ShutdownLifecycle implements SmartLifecycle {

    private final Shutdown shutdown;

    private final boolean graceful;

    private volatile boolean running;

    public ShutdownLifecycle(Shutdown shutdown, boolean graceful) {
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

    // The web server is not pauseable either, and continues to accept requests.
    @Override
    public boolean isPauseable() {
        return false;
    }
}

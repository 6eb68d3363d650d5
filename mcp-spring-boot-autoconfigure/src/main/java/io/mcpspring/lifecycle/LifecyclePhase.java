package io.mcpspring.lifecycle;

import io.mcpspring.Internal;
import java.util.function.Consumer;
import org.springframework.context.SmartLifecycle;

/** A phase in which a part of the MCP server starts and stops with the application. */
@Internal
public final class LifecyclePhase implements SmartLifecycle {

    private final int phase;

    private final Runnable start;

    private final Consumer<Runnable> stop;

    private volatile boolean running;

    /**
     * @param start starts the part
     * @param stop stops the part, and then runs what it gets
     */
    public LifecyclePhase(int phase, Runnable start, Consumer<Runnable> stop) {
        this.phase = phase;
        this.start = start;
        this.stop = stop;
    }

    @Override
    public void start() {
        start.run();
        running = true;
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public void stop(Runnable callback) {
        running = false;
        stop.accept(callback);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return phase;
    }

    // The web server is not pauseable either, and continues to accept requests.
    @Override
    public boolean isPauseable() {
        return false;
    }
}

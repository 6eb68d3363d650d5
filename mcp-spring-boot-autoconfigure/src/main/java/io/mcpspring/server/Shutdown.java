package io.mcpspring.server;

import io.mcpspring.Internal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;

/** The end of the server: open streams must not wait for it, running requests get the time that there is. */
@Internal
public final class Shutdown {

    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();

    private final Set<Runnable> running = ConcurrentHashMap.newKeySet();

    private final AtomicReference<@Nullable Runnable> waiting = new AtomicReference<>();

    private volatile boolean begun;

    /**
     * From now on nothing new is served.
     *
     * @param whenIdle run once, as soon as no request is running
     */
    public void begin(Runnable whenIdle) {
        waiting.set(whenIdle);
        begun = true;
        listeners.forEach(Runnable::run);
        tellIfIdle();
    }

    /** Ends the requests that are running still. */
    public void end() {
        running.forEach(Runnable::run);
    }

    /** Everything is served again. */
    public void revoke() {
        begun = false;
    }

    public boolean hasBegun() {
        return begun;
    }

    /** Runs something when the end begins, at once if it has, unless it is disposed before. It must be repeatable. */
    public Disposable onBegin(Runnable listener) {
        listeners.add(listener);
        if (begun) {
            listener.run();
        }
        return () -> listeners.remove(listener);
    }

    /** Waits for a request until the result is disposed, or else ends it. */
    Disposable await(Runnable end) {
        running.add(end);
        return () -> {
            running.remove(end);
            tellIfIdle();
        };
    }

    private void tellIfIdle() {
        if (begun && running.isEmpty()) {
            Runnable whenIdle = waiting.getAndSet(null);
            if (whenIdle != null) {
                whenIdle.run();
            }
        }
    }
}

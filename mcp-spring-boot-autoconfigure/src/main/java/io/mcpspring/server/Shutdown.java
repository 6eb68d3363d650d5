package io.mcpspring.server;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import reactor.core.Disposable;

/** The end of the server, which open streams must not wait for. */
public final class Shutdown {

    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    private volatile boolean begun;

    /** From now on nothing new is served. */
    public void begin() {
        begun = true;
        listeners.forEach(Runnable::run);
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
}

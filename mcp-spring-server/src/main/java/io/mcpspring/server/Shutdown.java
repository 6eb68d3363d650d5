package io.mcpspring.server;

import io.mcpspring.Internal;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;

/** The shutdown of the server: open streams are closed at once, running requests may finish within the grace period. */
@Internal
public final class Shutdown {

    private static final Log logger = LogFactory.getLog(Shutdown.class);

    private final Set<Runnable> listeners = ConcurrentHashMap.newKeySet();

    /** How to end the running requests, by numbers, which a map finds faster than identities. */
    private final Map<Long, Runnable> running = new ConcurrentHashMap<>();

    private final AtomicLong requests = new AtomicLong();

    private final AtomicReference<@Nullable Runnable> waiting = new AtomicReference<>();

    private volatile boolean begun;

    private volatile boolean ended;

    /**
     * Begins the shutdown: new requests are refused.
     *
     * @param whenIdle run once, as soon as no request is running
     */
    public void begin(Runnable whenIdle) {
        waiting.set(whenIdle);
        begun = true;
        listeners.forEach(Shutdown::run);
        notifyIfIdle();
    }

    /** Ends the requests that are still running, and those that begin later. */
    public void end() {
        ended = true;
        running.values().forEach(Shutdown::run);
    }

    /** Cancels the shutdown: requests are served again. */
    public void revoke() {
        begun = false;
        ended = false;
    }

    public boolean hasBegun() {
        return begun;
    }

    /**
     * Runs a listener when the shutdown begins, or at once if it has; the listener may run more than once. What it
     * throws is logged.
     */
    public Disposable onBegin(Runnable listener) {
        listeners.add(listener);
        if (begun) {
            run(listener);
        }
        return () -> listeners.remove(listener);
    }

    /** Registers a request: until the result is disposed, the shutdown waits for it, and ends it at the deadline. */
    public Disposable register(Runnable end) {
        Long request = requests.getAndIncrement();
        running.put(request, end);
        if (ended) {
            run(end);
        }
        return () -> {
            running.remove(request);
            notifyIfIdle();
        };
    }

    // One that fails must not prevent the others.
    private static void run(Runnable listener) {
        ErrorReport.attempt(logger, "The shutdown of the server was incomplete", listener);
    }

    private void notifyIfIdle() {
        if (begun && running.isEmpty()) {
            Runnable whenIdle = waiting.getAndSet(null);
            if (whenIdle != null) {
                whenIdle.run();
            }
        }
    }
}

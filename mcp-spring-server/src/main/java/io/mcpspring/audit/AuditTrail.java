package io.mcpspring.audit;

import io.mcpspring.Internal;
import io.mcpspring.server.ErrorReport;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.GenericApplicationListenerAdapter;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.core.ResolvableType;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Logs and publishes events, in their order and on a thread of their own, so that neither a slow nor a failing listener
 * affects a request. Events are published some milliseconds late.
 */
@Internal
public final class AuditTrail implements SmartLifecycle {

    /** The logger of events: calls at level DEBUG, all else at level INFO. */
    static final Log LOG = LogFactory.getLog("io.mcpspring.audit");

    private static final Log logger = LogFactory.getLog(AuditTrail.class);

    private static final int MAX_WAITING = 10_000;

    /** The pause in which events are collected, because waking a thread for each of them costs as much as a call. */
    private static final int MILLIS_TO_COLLECT = 10;

    private static final int SECONDS_TO_FINISH = 5;

    private static final ResolvableType CALL =
            ResolvableType.forClassWithGenerics(PayloadApplicationEvent.class, McpAuditEvent.Call.class);

    private final ApplicationContext application;

    private final AtomicLong lost = new AtomicLong();

    private volatile @Nullable ThreadPoolExecutor thread;

    private volatile Listeners listeners = new Listeners(-1, true);

    // The first call is always published, because that creates listeners that are lazy beans.
    private volatile boolean published;

    /** @param application publishes the events */
    public AuditTrail(ApplicationContext application) {
        this.application = application;
    }

    /** Whether calls are logged or have a listener; if not, they need not be recorded. */
    boolean wantsCalls() {
        return LOG.isDebugEnabled() || !published || hasListeners();
    }

    /**
     * Whether a listener may receive calls.
     *
     * @param number the number of all listeners, which changes when one is added
     */
    private record Listeners(int number, boolean any) {}

    private boolean hasListeners() {
        int number = 0;
        for (ApplicationContext context = application; context != null; context = context.getParent()) {
            number += listeners(context).size();
        }
        Listeners known = listeners;
        if (known.number() != number) {
            known = new Listeners(number, findListener());
            listeners = known;
        }
        return known.any();
    }

    private boolean findListener() {
        try {
            for (ApplicationContext context = application; context != null; context = context.getParent()) {
                if (listeners(context).stream().anyMatch(AuditTrail::wantsCalls)) {
                    return true;
                }
            }
            return false;
        } catch (ConcurrentModificationException listenerAdded) {
            return true;
        }
    }

    private static Collection<ApplicationListener<?>> listeners(ApplicationContext context) {
        return context instanceof AbstractApplicationContext known ? known.getApplicationListeners() : List.of();
    }

    private static boolean wantsCalls(ApplicationListener<?> listener) {
        return new GenericApplicationListenerAdapter(listener).supportsEventType(CALL);
    }

    /** Logs and publishes an event later; never fails. */
    void add(McpAuditEvent event) {
        published |= event instanceof McpAuditEvent.Call;
        add(() -> event);
    }

    /**
     * Logs and publishes an event later; never fails.
     *
     * @param event creates the event on the thread of the events; {@code null} for none
     */
    void add(Supplier<? extends @Nullable McpAuditEvent> event) {
        ThreadPoolExecutor current = thread;
        if (current == null) {
            return;
        }
        try {
            current.execute(() -> {
                publish(event);
                if (current.getQueue().isEmpty()) {
                    collect();
                }
            });
        } catch (RejectedExecutionException full) {
            lost.incrementAndGet();
        }
    }

    private void publish(Supplier<? extends @Nullable McpAuditEvent> creation) {
        try {
            long missing = lost.getAndSet(0);
            if (missing > 0) {
                logger.warn(missing + " audit events were lost, because their listeners are too slow");
            }
            McpAuditEvent event = creation.get();
            if (event != null) {
                AuditLines.write(event, LOG);
                application.publishEvent(event);
            }
        } catch (Throwable failure) {
            ErrorReport.log(logger, "A listener of audit events failed", failure);
        }
    }

    private static void collect() {
        try {
            Thread.sleep(MILLIS_TO_COLLECT);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void start() {
        ThreadPoolExecutor started = new ThreadPoolExecutor(
                1,
                1,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(MAX_WAITING),
                new CustomizableThreadFactory("mcp-audit-"));
        started.allowCoreThreadTimeOut(true);
        thread = started;
    }

    @Override
    public void stop() {
        ThreadPoolExecutor stopped = thread;
        thread = null;
        if (stopped == null) {
            return;
        }
        stopped.shutdown();
        try {
            if (!stopped.awaitTermination(SECONDS_TO_FINISH, TimeUnit.SECONDS)) {
                int missing = stopped.shutdownNow().size();
                logger.warn(missing + " audit events were lost, because their listeners are too slow");
            }
        } catch (InterruptedException ex) {
            stopped.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    // Starts before the web server and stops after it.
    @Override
    public int getPhase() {
        return 0;
    }

    // The web server is not pauseable either, and continues to accept requests.
    @Override
    public boolean isPauseable() {
        return false;
    }
}

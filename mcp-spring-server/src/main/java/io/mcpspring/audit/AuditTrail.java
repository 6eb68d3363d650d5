package io.mcpspring.audit;

import io.mcpspring.Internal;
import io.mcpspring.server.ErrorReport;
import io.mcpspring.server.OwnThread;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationContext;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * Logs and publishes events, in their order and on a thread of their own, so that neither a slow nor a failing listener
 * affects a request. Events are published some milliseconds late.
 */
@Internal
public final class AuditTrail {

    /** The logger of events: calls at level DEBUG, all else at level INFO. */
    static final Log LOG = LogFactory.getLog("io.mcpspring.audit");

    private static final Log logger = LogFactory.getLog(AuditTrail.class);

    private static final int MAX_WAITING = 10_000;

    /** The pause in which events are collected, because waking a thread for each of them costs as much as a call. */
    private static final long NANOS_TO_COLLECT = Duration.ofMillis(10).toNanos();

    private final ApplicationContext application;

    private final CallListeners listeners;

    private final AtomicLong lost = new AtomicLong();

    private volatile @Nullable ThreadPoolTaskExecutor thread;

    // The first call is always published, because that creates listeners that are lazy beans.
    private volatile boolean callPublished;

    /** @param application publishes the events */
    public AuditTrail(ApplicationContext application) {
        this.application = application;
        this.listeners = new CallListeners(application);
    }

    /** Whether calls are logged or have a listener; if not, they need not be recorded. */
    boolean wantsCalls() {
        return LOG.isDebugEnabled() || !callPublished || listeners.any();
    }

    /** Logs and publishes an event later; never fails. */
    void add(McpAuditEvent event) {
        callPublished |= event instanceof McpAuditEvent.Call;
        add(() -> event);
    }

    /**
     * Logs and publishes an event later; never fails.
     *
     * @param event creates the event on the thread of the events; {@code null} for none
     */
    void add(Supplier<? extends @Nullable McpAuditEvent> event) {
        ThreadPoolTaskExecutor current = thread;
        if (current == null) {
            return;
        }
        current.execute(() -> {
            ErrorReport.attempt(logger, "A listener of audit events failed", () -> publish(event));
            if (current.getQueueSize() == 0) {
                LockSupport.parkNanos(NANOS_TO_COLLECT);
            }
        });
    }

    private void publish(Supplier<? extends @Nullable McpAuditEvent> creation) {
        warnOfLost(lost.getAndSet(0));
        McpAuditEvent event = creation.get();
        if (event != null) {
            AuditLines.write(event, LOG);
            application.publishEvent(event);
        }
    }

    private static void warnOfLost(long missing) {
        if (missing > 0) {
            logger.warn(missing + " audit events were lost, because their listeners are too slow");
        }
    }

    /** Begins to log and publish events. */
    public void start() {
        thread = OwnThread.named("mcp-audit-", MAX_WAITING, lost::incrementAndGet);
    }

    /** Waits some seconds until the events are logged and published. */
    public void stop() {
        ThreadPoolTaskExecutor stopped = thread;
        thread = null;
        if (stopped != null) {
            stopped.shutdown();
            warnOfLost(stopped.getThreadPoolExecutor().shutdownNow().size());
        }
    }
}

package io.mcpspring.audit;

import io.mcpspring.Internal;
import io.mcpspring.server.Refusals;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Records refused requests, a limited number of them for each reason, because clients cause them at will. */
@Internal
public final class RefusalAudit {

    private static final int MAX_EVENTS = 20;

    private static final long PERIOD = Duration.ofSeconds(10).toNanos();

    private final AuditTrail trail;

    private final LongSupplier nanoTime;

    private final Map<Refusals.Reason, Period> periods = new EnumMap<>(Refusals.Reason.class);

    private RefusalAudit(AuditTrail trail, LongSupplier nanoTime) {
        this.trail = trail;
        this.nanoTime = nanoTime;
    }

    /**
     * Records the requests that are refused from now on.
     *
     * @param nanoTime as {@link System#nanoTime}, because the clock of the system may be set back
     */
    public static void begin(Refusals refusals, AuditTrail trail, LongSupplier nanoTime) {
        refusals.subscribe(new RefusalAudit(trail, nanoTime)::add);
    }

    private synchronized void add(Refusals.Report report) {
        Period period = periods.computeIfAbsent(report.reason(), reason -> new Period());
        long now = nanoTime.getAsLong();
        if (now - period.begin > PERIOD) {
            period.begin = now;
            period.events = 0;
        }
        if (period.events == MAX_EVENTS) {
            period.suppressed++;
            return;
        }
        period.events++;
        McpAuditEvent.Caller caller = McpAuditEvent.Caller.of(report.user(), report.address());
        String reason = report.reason().toString();
        trail.add(new McpAuditEvent.Refusal(Instant.now(), caller, reason, report.detail(), period.suppressed));
        period.suppressed = 0;
    }

    /** The events of a reason in the current period. */
    private final class Period {

        private long begin = nanoTime.getAsLong();

        private int events;

        private long suppressed;
    }
}

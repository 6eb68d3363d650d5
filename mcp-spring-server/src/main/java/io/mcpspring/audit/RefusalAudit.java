package io.mcpspring.audit;

import io.mcpspring.Internal;
import io.mcpspring.server.Refusals;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Records refused requests, a limited number of them for each reason, because clients cause them at will. */
@Internal
public final class RefusalAudit {

    private static final int MAX_EVENTS = 20;

    private static final Duration PERIOD = Duration.ofSeconds(10);

    private final AuditTrail trail;

    private final InstantSource clock;

    private final Map<Refusals.Reason, Period> periods = new ConcurrentHashMap<>();

    private RefusalAudit(AuditTrail trail, InstantSource clock) {
        this.trail = trail;
        this.clock = clock;
    }

    /** Records the requests that are refused from now on. */
    public static void begin(Refusals refusals, AuditTrail trail, InstantSource clock) {
        refusals.subscribe(new RefusalAudit(trail, clock)::add);
    }

    private void add(Refusals.Report report) {
        Period period = periods.computeIfAbsent(report.reason(), reason -> new Period());
        synchronized (period) {
            Instant now = clock.instant();
            if (now.isAfter(period.end)) {
                period.end = now.plus(PERIOD);
                period.events = 0;
            }
            if (period.events == MAX_EVENTS) {
                period.suppressed++;
                return;
            }
            period.events++;
            trail.add(new McpAuditEvent.Refusal(
                    now,
                    Callers.of(report.user(), report.address()),
                    report.reason().toString(),
                    report.detail(),
                    period.suppressed));
            period.suppressed = 0;
        }
    }

    /** The events of a reason in the current period. */
    private static final class Period {

        private Instant end = Instant.MIN;

        private int events;

        private long suppressed;
    }
}

package io.mcpspring.benchmarks.ours;

import io.mcpspring.audit.McpAuditEvent;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.context.event.EventListener;

/** Counts calls, as the least that a listener can do. */
class AuditListener {

    private final LongAdder calls = new LongAdder();

    @EventListener
    void on(McpAuditEvent.Call call) {
        calls.increment();
    }
}

package io.mcpspring.contract.audit;

import io.mcpspring.audit.McpAuditEvent;
import io.mcpspring.session.SessionState;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.context.event.EventListener;

/** The events of a server, which are published shortly after a response. */
class Trail {

    private final List<McpAuditEvent> events = new CopyOnWriteArrayList<>();

    @EventListener
    void add(McpAuditEvent event) {
        events.add(event);
    }

    <E extends McpAuditEvent> List<E> all(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Waits for this number of events of a type, and returns the last one. */
    <E extends McpAuditEvent> E await(Class<E> type, int number) {
        SessionState.until(() -> all(type).size() >= number);
        return all(type).get(number - 1);
    }

    /** Waits for one more event of a type than there are now. */
    <E extends McpAuditEvent> E next(Class<E> type, Runnable action) {
        int before = all(type).size();
        action.run();
        return await(type, before + 1);
    }
}

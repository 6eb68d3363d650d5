package io.mcpspring.actuate;

import io.mcpspring.Internal;
import io.mcpspring.audit.AuditData;
import io.mcpspring.audit.McpAuditEvent;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;

/** Publishes events in the form in which Actuator keeps them. */
@Internal
public record ActuatorAudit(ApplicationEventPublisher publisher) {

    @EventListener
    void on(McpAuditEvent event) {
        Map<String, @Nullable Object> data = AuditData.of(event);
        data.values().removeIf(Objects::isNull);
        Object user = data.getOrDefault("user", event instanceof McpAuditEvent.Definitions ? "server" : "anonymous");
        String type = "MCP_" + event.getClass().getSimpleName().toUpperCase(Locale.ROOT);
        publisher.publishEvent(new AuditApplicationEvent(event.time(), String.valueOf(user), type, data));
    }
}

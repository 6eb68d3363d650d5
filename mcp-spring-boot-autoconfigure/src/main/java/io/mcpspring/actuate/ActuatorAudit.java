package io.mcpspring.actuate;

import io.mcpspring.Internal;
import io.mcpspring.audit.AuditData;
import io.mcpspring.audit.McpAuditEvent;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.event.EventListener;

/** Publishes events in the form in which Actuator keeps them. */
@Internal
public record ActuatorAudit(ApplicationEventPublisher publisher) {

    private static final String ANONYMOUS = "anonymous";

    private static final String SERVER = "server";

    @EventListener
    void on(McpAuditEvent.Call call) {
        publish(call, principal(call.caller()), "MCP_CALL", AuditData.of(call));
    }

    @EventListener
    void on(McpAuditEvent.Refusal refusal) {
        publish(refusal, principal(refusal.caller()), "MCP_REFUSAL", AuditData.of(refusal));
    }

    @EventListener
    void on(McpAuditEvent.Definitions definitions) {
        publish(definitions, SERVER, "MCP_DEFINITIONS", AuditData.of(definitions));
    }

    private static String principal(McpAuditEvent.Caller caller) {
        return Objects.requireNonNullElse(caller.name(), ANONYMOUS);
    }

    private void publish(McpAuditEvent event, String principal, String type, Map<String, @Nullable Object> data) {
        data.values().removeIf(Objects::isNull);
        publisher.publishEvent(new AuditApplicationEvent(event.time(), principal, type, data));
    }
}

package io.mcpspring.autoconfigure;

import io.mcpspring.McpServer;
import io.mcpspring.audit.AuditData;
import io.mcpspring.audit.AuditTrail;
import io.mcpspring.audit.CallAudit;
import io.mcpspring.audit.McpArgumentRedaction;
import io.mcpspring.audit.McpAuditEvent;
import io.mcpspring.audit.NamedArguments;
import io.mcpspring.audit.RefusalAudit;
import io.mcpspring.lifecycle.LifecyclePhase;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** The beans that record calls and refused requests. */
@Configuration(proxyBeanMethods = false)
class AuditConfiguration {

    private static final String CALL_AUDIT = "io.mcpspring.callAudit";

    @Bean("io.mcpspring.auditTrail")
    AuditTrail mcpAuditTrail(@Qualifier(ServerConfiguration.SERVER) McpServer server, ApplicationContext application) {
        AuditTrail trail = new AuditTrail(application);
        RefusalAudit.begin(server.parts().refusals(), trail, System::nanoTime);
        return trail;
    }

    /** Starts the trail before the web server, and stops it afterwards. */
    @Bean("io.mcpspring.auditLifecycle")
    LifecyclePhase mcpAuditLifecycle(AuditTrail trail) {
        return new LifecyclePhase(0, trail::start, callback -> {
            trail.stop();
            callback.run();
        });
    }

    @Bean(CALL_AUDIT)
    @ConditionalOnMissingBean(name = CALL_AUDIT)
    CallAudit mcpCallAudit(
            McpServerProperties properties, AuditTrail trail, ObjectProvider<McpArgumentRedaction> redaction) {
        NamedArguments named = new NamedArguments(Set.copyOf(properties.audit().arguments()));
        return new CallAudit(trail, redaction.getIfAvailable(() -> named));
    }

    /** Publishes events in the form in which Actuator keeps them, if it does. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(AuditEventRepository.class)
    @ConditionalOnBean(AuditEventRepository.class)
    static class ActuatorConfiguration {

        // Before the listeners of the application, of which one that fails is the last one that Spring calls.
        @EventListener
        @Order(Ordered.HIGHEST_PRECEDENCE)
        AuditApplicationEvent publish(McpAuditEvent event) {
            Map<String, @Nullable Object> data = AuditData.of(event);
            data.values().removeIf(Objects::isNull);
            Object user =
                    data.getOrDefault("user", event instanceof McpAuditEvent.Definitions ? "server" : "anonymous");
            String type = "MCP_" + event.getClass().getSimpleName().toUpperCase(Locale.ROOT);
            return new AuditApplicationEvent(event.time(), String.valueOf(user), type, data);
        }
    }
}

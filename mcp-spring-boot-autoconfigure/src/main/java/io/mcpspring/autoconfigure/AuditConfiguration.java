package io.mcpspring.autoconfigure;

import io.mcpspring.McpServer;
import io.mcpspring.ServerParts;
import io.mcpspring.actuate.ActuatorAudit;
import io.mcpspring.audit.AuditTrail;
import io.mcpspring.audit.CallAudit;
import io.mcpspring.audit.DefinitionAudit;
import io.mcpspring.audit.McpArgumentRedaction;
import io.mcpspring.audit.NamedArguments;
import io.mcpspring.audit.RefusalAudit;
import io.mcpspring.lifecycle.LifecyclePhase;
import java.time.InstantSource;
import java.util.Set;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.event.EventListener;

/** The beans that record calls, refused requests and changed definitions. */
@Configuration(proxyBeanMethods = false)
class AuditConfiguration {

    private static final String CALL_AUDIT = "io.mcpspring.callAudit";

    private final ApplicationContext application;

    AuditConfiguration(ApplicationContext application) {
        this.application = application;
    }

    @Bean("io.mcpspring.auditTrail")
    AuditTrail mcpAuditTrail() {
        return new AuditTrail(application);
    }

    // Starts before the web server and stops after it.
    @Bean("io.mcpspring.auditPhase")
    LifecyclePhase mcpAuditPhase(AuditTrail trail) {
        return new LifecyclePhase(0, trail::start, callback -> {
            trail.stop();
            callback.run();
        });
    }

    @Bean(CALL_AUDIT)
    @ConditionalOnMissingBean(name = CALL_AUDIT)
    CallAudit mcpCallAudit(
            McpServerProperties properties, AuditTrail trail, ObjectProvider<McpArgumentRedaction> redaction) {
        return new CallAudit(
                trail,
                redaction.getIfAvailable(
                        () -> new NamedArguments(Set.copyOf(properties.audit().arguments()))));
    }

    // Nothing else depends on it, so that it would not be created if beans are lazy by default.
    @Bean("io.mcpspring.refusalAudit")
    @Lazy(false)
    RefusalAudit mcpRefusalAudit(@Qualifier(ServerConfiguration.SERVER) McpServer server, AuditTrail trail) {
        return new RefusalAudit(server.parts().refusals(), trail, InstantSource.system());
    }

    @EventListener
    void recordDefinitions(ApplicationReadyEvent event) {
        if (event.getApplicationContext() == application) {
            ServerParts server = application
                    .getBean(ServerConfiguration.SERVER, McpServer.class)
                    .parts();
            DefinitionAudit.begin(server.features(), server.events(), application.getBean(AuditTrail.class));
        }
    }

    /** Configuration for Actuator, if it keeps audit events. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(AuditEventRepository.class)
    @ConditionalOnBean(AuditEventRepository.class)
    static class ActuatorConfiguration {

        @Bean("io.mcpspring.actuatorAudit")
        ActuatorAudit mcpActuatorAudit(ApplicationEventPublisher publisher) {
            return new ActuatorAudit(publisher);
        }
    }
}

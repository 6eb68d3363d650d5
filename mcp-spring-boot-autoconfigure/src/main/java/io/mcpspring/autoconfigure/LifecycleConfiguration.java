package io.mcpspring.autoconfigure;

import io.mcpspring.McpServer;
import io.mcpspring.audit.AuditTrail;
import io.mcpspring.audit.DefinitionAudit;
import io.mcpspring.lifecycle.LifecyclePhase;
import io.mcpspring.lifecycle.StartupReport;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;

/** The report of a started server, and its graceful shutdown. */
@Configuration(proxyBeanMethods = false)
class LifecycleConfiguration {

    private final ConfigurableApplicationContext application;

    LifecycleConfiguration(ConfigurableApplicationContext application) {
        this.application = application;
    }

    /** Logs and records what is served, with the entries that the application has added during the start. */
    @EventListener
    void report(ApplicationReadyEvent event) {
        if (event.getApplicationContext() == application) {
            McpServer server = application.getBean(ServerConfiguration.SERVER, McpServer.class);
            String basePath = application.getBean(BasePath.class).value();
            new StartupReport(server, basePath + server.path(), application).log();
            DefinitionAudit.begin(
                    server.parts().features(), server.parts().events(), application.getBean(AuditTrail.class));
        }
    }

    /**
     * Begins the shutdown before the web server closes connections. In a graceful shutdown it waits for running
     * requests; further requests on open connections are refused with an error in the meantime.
     */
    @Bean("io.mcpspring.shutdownLifecycle")
    LifecyclePhase mcpShutdownLifecycle(ObjectProvider<McpServer> all, Environment environment) {
        boolean graceful = "graceful".equalsIgnoreCase(environment.getProperty("server.shutdown", "graceful"));
        Runnable start = () -> all.forEach(each -> each.parts().shutdown().revoke());
        return new LifecyclePhase(SmartLifecycle.DEFAULT_PHASE, start, callback -> {
            List<McpServer> servers = all.stream().toList();
            AtomicInteger busy = new AtomicInteger(servers.size());
            servers.forEach(each -> each.parts().shutdown().begin(() -> {
                if (busy.decrementAndGet() == 0 && graceful) {
                    callback.run();
                }
            }));
            if (!graceful) {
                callback.run();
            }
        });
    }

    /** Ends requests that are still running when the timeout of the phase before has passed. */
    @Bean("io.mcpspring.shutdownDeadline")
    LifecyclePhase mcpShutdownDeadline(ObjectProvider<McpServer> all) {
        return new LifecyclePhase(SmartLifecycle.DEFAULT_PHASE - 1, () -> {}, callback -> {
            all.forEach(each -> each.parts().shutdown().end());
            callback.run();
        });
    }
}

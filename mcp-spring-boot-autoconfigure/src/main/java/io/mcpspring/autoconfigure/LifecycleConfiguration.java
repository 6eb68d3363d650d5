package io.mcpspring.autoconfigure;

import io.mcpspring.McpConfigurationException;
import io.mcpspring.McpServer;
import io.mcpspring.lifecycle.LifecyclePhase;
import io.mcpspring.lifecycle.StartupReport;
import io.mcpspring.server.Shutdown;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The start of the server, which checks properties and finds entries, and its graceful shutdown. */
@Configuration(proxyBeanMethods = false)
class LifecycleConfiguration {

    @Bean("io.mcpspring.startupReport")
    StartupReport mcpStartupReport(
            @Qualifier(ServerConfiguration.SERVER) McpServer server,
            ConfigurableApplicationContext application,
            ObjectProvider<BasePath> basePath) {
        BasePath base = basePath.getIfAvailable(() -> {
            throw new McpConfigurationException(
                    "The MCP server has no endpoint: the application has neither WebFlux nor a DispatcherServlet of"
                            + " Spring MVC that is registered by a DispatcherServletRegistrationBean.",
                    "Add mcp-spring-boot-starter-webmvc, let Spring Boot register the DispatcherServlet, or set"
                            + " mcp.server.enabled to false.");
        });
        return new StartupReport(server, base.value() + server.path(), application);
    }

    /**
     * Begins the shutdown before the web server closes connections. In a graceful shutdown it waits for running
     * requests; further requests on open connections are refused with an error in the meantime.
     */
    @Bean("io.mcpspring.shutdownLifecycle")
    LifecyclePhase mcpShutdownLifecycle(
            @Qualifier(ServerConfiguration.SERVER) McpServer server,
            ObjectProvider<McpServer> all,
            Environment environment) {
        Shutdown shutdown = server.parts().shutdown();
        String manner = environment.getProperty("server.shutdown", "graceful");
        return new LifecyclePhase(SmartLifecycle.DEFAULT_PHASE, shutdown::revoke, callback -> {
            all.stream()
                    .filter(other -> other != server)
                    .forEach(other -> other.parts().shutdown().begin(() -> {}));
            if (manner.equalsIgnoreCase("graceful")) {
                shutdown.begin(callback);
            } else {
                shutdown.begin(() -> {});
                callback.run();
            }
        });
    }

    /** Ends requests that are still running when the timeout of the phase before has passed. */
    @Bean("io.mcpspring.shutdownDeadline")
    LifecyclePhase mcpShutdownDeadline(@Qualifier(ServerConfiguration.SERVER) McpServer server) {
        return new LifecyclePhase(SmartLifecycle.DEFAULT_PHASE - 1, () -> {}, callback -> {
            server.parts().shutdown().end();
            callback.run();
        });
    }
}

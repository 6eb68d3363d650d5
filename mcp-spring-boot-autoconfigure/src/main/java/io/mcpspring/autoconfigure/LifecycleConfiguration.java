package io.mcpspring.autoconfigure;

import io.mcpspring.McpConfigurationException;
import io.mcpspring.McpServer;
import io.mcpspring.lifecycle.OpenEndpointReport;
import io.mcpspring.lifecycle.ShutdownDeadline;
import io.mcpspring.lifecycle.ShutdownLifecycle;
import io.mcpspring.lifecycle.StartupReport;
import io.mcpspring.lifecycle.ValidatorPreparation;
import io.mcpspring.limit.LimitSettings;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import reactor.core.scheduler.Schedulers;

/** The start of the server, which checks properties and finds entries, and its graceful shutdown. */
@Configuration(proxyBeanMethods = false)
class LifecycleConfiguration {

    private static final Log logger = LogFactory.getLog(McpServerAutoConfiguration.class);

    private final McpServerProperties properties;

    LifecycleConfiguration(McpServerProperties properties) {
        this.properties = properties;
    }

    @Bean("io.mcpspring.startupReport")
    StartupReport mcpStartupReport(
            @Qualifier(ServerConfiguration.SERVER) McpServer server,
            LimitSettings limits,
            ConfigurableApplicationContext application,
            ObjectProvider<BasePath> basePath) {
        BasePath base = basePath.getIfAvailable(() -> {
            throw new McpConfigurationException(
                    "The MCP server has no endpoint: the application has neither WebFlux nor a DispatcherServlet of"
                            + " Spring MVC that is registered by a DispatcherServletRegistrationBean.",
                    "Add mcp-spring-boot-starter-webmvc, let Spring Boot register the DispatcherServlet, or set"
                            + " mcp.server.enabled to false.");
        });
        String path = base.value() + properties.http().path();
        return new StartupReport(
                server.parts().description(),
                path,
                server.parts().features(),
                limits.entries().keySet(),
                application);
    }

    // With Spring Security, a warning follows when a request arrives to which it does not apply.
    @Bean("io.mcpspring.openEndpointReport")
    @ConditionalOnMissingClass("org.springframework.security.core.context.SecurityContextHolder")
    OpenEndpointReport mcpOpenEndpointReport(ApplicationContext application, ObjectProvider<BasePath> basePath) {
        String base = basePath.getIfAvailable(() -> new BasePath("")).value();
        return new OpenEndpointReport(
                base + properties.http().path(), properties.security().open(), application);
    }

    @Bean("io.mcpspring.validatorPreparation")
    ValidatorPreparation mcpValidatorPreparation(@Qualifier(ServerConfiguration.SERVER) McpServer server) {
        return new ValidatorPreparation(server::needsValidator, Schedulers.boundedElastic()::schedule);
    }

    @Bean("io.mcpspring.shutdownLifecycle")
    ShutdownLifecycle mcpShutdownLifecycle(
            @Qualifier(ServerConfiguration.SERVER) McpServer server, Environment environment) {
        String manner = environment.getProperty("server.shutdown", "graceful");
        return new ShutdownLifecycle(server.parts().shutdown(), manner.equalsIgnoreCase("graceful"));
    }

    @Bean("io.mcpspring.shutdownDeadline")
    ShutdownDeadline mcpShutdownDeadline(@Qualifier(ServerConfiguration.SERVER) McpServer server) {
        return new ShutdownDeadline(server.parts().shutdown());
    }
}

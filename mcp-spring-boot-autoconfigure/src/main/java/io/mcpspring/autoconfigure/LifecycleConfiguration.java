package io.mcpspring.autoconfigure;

import io.mcpspring.lifecycle.McpConfigurationException;
import io.mcpspring.lifecycle.OpenEndpointReport;
import io.mcpspring.lifecycle.ShutdownDeadline;
import io.mcpspring.lifecycle.ShutdownLifecycle;
import io.mcpspring.lifecycle.StartupReport;
import io.mcpspring.lifecycle.UnknownProperties;
import io.mcpspring.lifecycle.ValidatorPreparation;
import io.mcpspring.limit.LimitSettings;
import io.mcpspring.server.Features;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.Shutdown;
import io.mcpspring.tool.ToolFeature;
import java.util.List;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
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

    @Bean("io.mcpspring.propertyCheck")
    SmartInitializingSingleton mcpPropertyCheck(ConfigurableEnvironment environment) {
        return () -> {
            List<String> unknown = UnknownProperties.in(environment, McpServerProperties.class, Set.of(Secret.class));
            if (properties.failOnUnknownProperties() && !unknown.isEmpty()) {
                throw new McpConfigurationException(
                        "Unknown properties:%n%n    %s".formatted(String.join("%n    ".formatted(), unknown)),
                        "Correct or remove them, or set mcp.server.fail-on-unknown-properties to false.");
            }
            unknown.forEach(property -> logger.warn("Unknown property " + property));
        };
    }

    @Bean("io.mcpspring.discovery")
    SmartInitializingSingleton mcpDiscovery(Features features) {
        return features::discover;
    }

    @Bean("io.mcpspring.startupReport")
    StartupReport mcpStartupReport(
            ServerDescription server,
            Features features,
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
        return new StartupReport(server, path, features, limits.entries().keySet(), application);
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
    ValidatorPreparation mcpValidatorPreparation(ToolFeature tools) {
        return new ValidatorPreparation(tools::needsValidator, Schedulers.boundedElastic()::schedule);
    }

    @Bean("io.mcpspring.shutdown")
    Shutdown mcpShutdown() {
        return new Shutdown();
    }

    @Bean("io.mcpspring.shutdownLifecycle")
    ShutdownLifecycle mcpShutdownLifecycle(Shutdown shutdown, Environment environment) {
        String manner = environment.getProperty("server.shutdown", "graceful");
        return new ShutdownLifecycle(shutdown, manner.equalsIgnoreCase("graceful"));
    }

    @Bean("io.mcpspring.shutdownDeadline")
    ShutdownDeadline mcpShutdownDeadline(Shutdown shutdown) {
        return new ShutdownDeadline(shutdown);
    }
}

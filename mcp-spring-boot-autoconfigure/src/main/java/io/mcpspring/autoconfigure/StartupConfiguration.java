package io.mcpspring.autoconfigure;

import io.mcpspring.lifecycle.McpConfigurationException;
import io.mcpspring.lifecycle.StartupReport;
import io.mcpspring.lifecycle.UnknownProperties;
import io.mcpspring.limit.LimitSettings;
import io.mcpspring.server.Features;
import io.mcpspring.server.ServerDescription;
import java.util.List;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;

/** What happens once, when the application starts: the check of properties, the search for entries, the report. */
@Configuration(proxyBeanMethods = false)
class StartupConfiguration {

    private static final Log logger = LogFactory.getLog(StartupConfiguration.class);

    @Bean("io.mcpspring.propertyCheck")
    SmartInitializingSingleton mcpPropertyCheck(McpServerProperties properties, ConfigurableEnvironment environment) {
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
            McpServerProperties properties,
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
}

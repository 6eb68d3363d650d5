package io.mcpspring.autoconfigure;

import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Asking;
import io.mcpspring.lifecycle.McpConfigurationException;
import io.mcpspring.lifecycle.StartupReport;
import io.mcpspring.lifecycle.UnknownProperties;
import io.mcpspring.limit.LimitSettings;
import io.mcpspring.protocol.RequestMethod;
import io.mcpspring.server.DiscoverHandler;
import io.mcpspring.server.Feature;
import io.mcpspring.server.Features;
import io.mcpspring.server.InitializeHandler;
import io.mcpspring.server.ListenHandler;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.PingHandler;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.RequestObserver;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.SetLevelHandler;
import io.mcpspring.server.Shutdown;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigureOrder;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.context.properties.ConfigurationPropertiesBinding;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.info.BuildProperties;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/** Auto-configuration of the MCP server, apart from its endpoint. */
// Every auto-configuration of this library has this order, because @AutoConfiguration(after = ...) would otherwise
// bring
// those of Spring Boot forward, and change what their conditions find.
@AutoConfigureOrder(Ordered.LOWEST_PRECEDENCE)
@AutoConfiguration(after = {JacksonAutoConfiguration.class, TaskExecutionAutoConfiguration.class})
@ConditionalOnWebApplication
@ConditionalOnBooleanProperty(name = "mcp.server.enabled", matchIfMissing = true)
@EnableConfigurationProperties(McpServerProperties.class)
@Import({
    AccessConfiguration.class,
    EventConfiguration.class,
    AuditConfiguration.class,
    LimitConfiguration.class,
    ExecutionConfiguration.class,
    FeatureConfiguration.class,
    OutputConfiguration.class,
    EndpointConfiguration.class,
    SecurityConfiguration.class,
    SecretsConfiguration.class,
    ShutdownConfiguration.class
})
public final class McpServerAutoConfiguration {

    private static final Log logger = LogFactory.getLog(McpServerAutoConfiguration.class);

    @Bean("io.mcpspring.protocolVersionConverter")
    @ConfigurationPropertiesBinding
    static ProtocolVersionConverter mcpProtocolVersionConverter() {
        return new ProtocolVersionConverter();
    }

    @Bean("io.mcpspring.secretConverter")
    @ConfigurationPropertiesBinding
    static SecretConverter mcpSecretConverter() {
        return new SecretConverter();
    }

    @Bean("io.mcpspring.serverDescription")
    ServerDescription mcpServerDescription(
            McpServerProperties properties,
            ObjectProvider<BuildProperties> build,
            Environment environment,
            Features features) {
        return new ServerDescription(
                ServerIdentity.of(properties, build.getIfAvailable(), environment),
                properties.instructions(),
                features::capabilities,
                properties.protocolVersions(),
                properties.cache().ttl());
    }

    @Bean("io.mcpspring.features")
    Features mcpFeatures(McpServerProperties properties, ObjectProvider<Feature> features) {
        return new Features(
                features.orderedStream().toList(), properties.session().enabled());
    }

    @Bean("io.mcpspring.resultSeal")
    ResultSeal mcpResultSeal(ServerDescription server) {
        return new ResultSeal(server.implementation(), server.cacheTtl());
    }

    @Bean("io.mcpspring.dispatcher")
    McpDispatcher mcpDispatcher(
            ServerDescription server,
            ResultSeal seal,
            Features features,
            ServerEvents events,
            ListeningStreams streams,
            Asking asking,
            Shutdown shutdown,
            Refusals refusals,
            ObjectProvider<RequestObserver> observer) {
        Map<String, McpRequestHandler<?>> handlers = new HashMap<>(features.handlers(seal));
        handlers.put(RequestMethod.INITIALIZE.value(), new InitializeHandler(server, seal));
        handlers.put(RequestMethod.DISCOVER.value(), new DiscoverHandler(server, seal));
        handlers.put(RequestMethod.PING.value(), new PingHandler());
        handlers.put(RequestMethod.SET_LEVEL.value(), new SetLevelHandler());
        handlers.put(
                RequestMethod.LISTEN.value(),
                new ListenHandler(features::offer, features::list, events, streams, shutdown, refusals));
        return new McpDispatcher(
                handlers,
                features::list,
                asking,
                shutdown,
                refusals,
                observer.getIfAvailable(() -> RequestObserver.NONE));
    }

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
                    "Add mcp-spring-boot-starter-webmvc, leave the DispatcherServlet to Spring Boot, or set"
                            + " mcp.server.enabled to false.");
        });
        String path = base.value() + properties.http().path();
        return new StartupReport(server, path, features, limits.entries().keySet(), application);
    }
}

package io.mcpspring.autoconfigure;

import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Asking;
import io.mcpspring.server.DiscoverHandler;
import io.mcpspring.server.Feature;
import io.mcpspring.server.Features;
import io.mcpspring.server.InitializeHandler;
import io.mcpspring.server.ListenHandler;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.PingHandler;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.SetLevelHandler;
import io.mcpspring.server.Shutdown;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
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
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;

/** Auto-configuration of the MCP server, apart from its endpoint. */
@AutoConfiguration(after = {JacksonAutoConfiguration.class, TaskExecutionAutoConfiguration.class})
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnBooleanProperty(name = "mcp.server.enabled", matchIfMissing = true)
@EnableConfigurationProperties(McpServerProperties.class)
@Import({EventConfiguration.class, ExecutionConfiguration.class, FeatureConfiguration.class, ShutdownConfiguration.class
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
            Shutdown shutdown) {
        List<McpRequestHandler<?>> handlers = new ArrayList<>(List.of(
                new InitializeHandler(server, seal),
                new DiscoverHandler(server, seal),
                new PingHandler(),
                new SetLevelHandler(),
                new ListenHandler(features::offer, events, streams, shutdown)));
        handlers.addAll(features.handlers(seal));
        return new McpDispatcher(handlers, asking, shutdown);
    }

    @Bean("io.mcpspring.propertyCheck")
    SmartInitializingSingleton mcpPropertyCheck(McpServerProperties properties, ConfigurableEnvironment environment) {
        return () -> {
            List<String> unknown = UnknownProperties.in(environment);
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
            ConfigurableApplicationContext application) {
        String path = application.getEnvironment().getProperty("spring.webflux.base-path", "")
                + properties.http().path();
        return new StartupReport(server, path, features, application);
    }
}

package io.mcpspring.autoconfigure;

import io.mcpspring.method.InjectedParameters;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.server.DiscoverHandler;
import io.mcpspring.server.InitializeHandler;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.PingHandler;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.tool.McpTools;
import io.mcpspring.tool.ToolFeature;
import io.mcpspring.tool.ToolSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesBinding;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.info.BuildProperties;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.thread.Threading;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.http.HttpHeaders;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.server.ServerWebExchange;

/** Auto-configuration of the MCP server, apart from its endpoint. */
@AutoConfiguration(after = JacksonAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnBooleanProperty(name = "mcp.server.enabled", matchIfMissing = true)
@EnableConfigurationProperties(McpServerProperties.class)
public final class McpServerAutoConfiguration {

    @Bean
    @ConfigurationPropertiesBinding
    static ProtocolVersionConverter mcpProtocolVersionConverter() {
        return new ProtocolVersionConverter();
    }

    @Bean
    @ConfigurationPropertiesBinding
    static SecretConverter mcpSecretConverter() {
        return new SecretConverter();
    }

    @Bean
    ServerDescription mcpServerDescription(McpServerProperties properties, ObjectProvider<BuildProperties> build,
            Environment environment) {
        Implementation implementation = ServerIdentity.of(properties, build.getIfAvailable(), environment);
        return new ServerDescription(implementation, properties.instructions(),
                new ServerCapabilities(new ServerCapabilities.Tools(null)), properties.protocolVersions(),
                properties.cache().ttl());
    }

    @Bean
    ResultSeal mcpResultSeal(ServerDescription server) {
        return new ResultSeal(server.implementation(), server.cacheTtl());
    }

    @Bean
    McpTools mcpTools() {
        return new McpTools();
    }

    @Bean
    ToolSettings mcpToolSettings(McpServerProperties properties) {
        McpServerProperties.Tools tools = properties.tools();
        return new ToolSettings(tools.pageSize(), tools.timeout(),
                tools.unknownArguments() == McpServerProperties.UnknownArguments.REJECT, tools.parseStringifiedJson(),
                tools.maxCollected());
    }

    @Bean
    McpDispatcher mcpDispatcher(ServerDescription server, ResultSeal seal, McpTools tools, ToolSettings settings) {
        List<McpRequestHandler<?>> handlers = new ArrayList<>(List.of(new InitializeHandler(server, seal),
                new DiscoverHandler(server, seal), new PingHandler()));
        handlers.addAll(ToolFeature.handlers(tools, settings, seal));
        return new McpDispatcher(handlers);
    }

    @Bean
    SmartInitializingSingleton mcpDiscovery(McpServerProperties properties, ServerDescription server, McpTools tools,
            ToolSettings settings, ConfigurableApplicationContext application,
            @Qualifier("mcpToolExecutor") Executor executor) {
        return () -> {
            ToolFeature.discover(tools, settings, application, executor,
                    new InjectedParameters(application, Set.of(ServerWebExchange.class, HttpHeaders.class)));
            StartupReport.log(server, application.getEnvironment().getProperty("spring.webflux.base-path", "")
                    + properties.http().path(), tools.list());
        };
    }

    // No default candidate: the application's own executors are what they would be without this one.
    @Bean(defaultCandidate = false)
    @ConditionalOnMissingBean(name = "mcpToolExecutor")
    Executor mcpToolExecutor(McpServerProperties properties, Environment environment) {
        if (Threading.VIRTUAL.isActive(environment)) {
            return new VirtualThreadTaskExecutor("mcp-tool-");
        }
        ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
        executor.setThreadNamePrefix("mcp-tool-");
        executor.setCorePoolSize(properties.tools().execution().maxThreads());
        executor.setMaxPoolSize(properties.tools().execution().maxThreads());
        executor.setQueueCapacity(properties.tools().execution().queueCapacity());
        executor.setAllowCoreThreadTimeOut(true);
        return executor;
    }
}

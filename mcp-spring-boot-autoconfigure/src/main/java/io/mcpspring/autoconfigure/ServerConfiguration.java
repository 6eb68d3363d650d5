package io.mcpspring.autoconfigure;

import io.mcpspring.McpConfigurationException;
import io.mcpspring.McpServer;
import io.mcpspring.ServerSettings;
import io.mcpspring.content.ContentLimit;
import io.mcpspring.content.ResultRules;
import io.mcpspring.controller.ControllerHints;
import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.http.BrowserPage;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.prompt.McpPrompts;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.resource.McpResources;
import io.mcpspring.resource.ResourceSettings;
import io.mcpspring.session.SessionSettings;
import io.mcpspring.task.InMemoryTaskStore;
import io.mcpspring.task.McpTaskStore;
import io.mcpspring.task.TaskSettings;
import io.mcpspring.tool.McpTools;
import io.mcpspring.tool.ToolSettings;
import io.mcpspring.validation.Conversion;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;

/** The server, made from the properties, and what applications inject or replace of it. */
@Configuration(proxyBeanMethods = false)
@ImportRuntimeHints({ServerHints.class, ControllerHints.class})
class ServerConfiguration {

    /** The server that the properties describe; an application may have others. */
    static final String SERVER = "io.mcpspring.server";

    private static final Log logger = LogFactory.getLog(McpServerAutoConfiguration.class);

    private final McpServerProperties properties;

    private final Environment environment;

    ServerConfiguration(McpServerProperties properties, Environment environment) {
        this.properties = properties;
        this.environment = environment;
    }

    @Bean(SERVER)
    McpServer mcpServer(
            ConfigurableApplicationContext application,
            @Qualifier(ExecutionConfiguration.EXECUTOR) Executor executor,
            McpInstanceChannel channel,
            McpTaskStore store,
            ObjectProvider<BuildProperties> build,
            ObjectProvider<BasePath> basePath,
            ObjectProvider<BrowserPage> page) {
        Implementation self = ServerIdentity.of(properties, build.getIfAvailable(), environment);
        McpServerProperties.Http http = properties.http();
        return McpServer.builder(application)
                .implementation(self)
                .instructions(properties.instructions())
                .protocolVersions(properties.protocolVersions())
                .cacheTtl(properties.cache().ttl())
                .secrets(secrets())
                .executor(executor, properties.execution().threads())
                .instanceChannel(channel)
                .taskStore(store)
                .path(http.path())
                .allowed(http.allowedOrigins(), http.allowedOriginPatterns(), http.allowedHosts())
                .settings(settings -> {
                    set(settings);
                    settings.limits = properties.limits().settings(application.getClassLoader());
                    properties.security().requireLibrary(application.getClassLoader());
                    settings.page = page.getIfAvailable(this::sentence);
                    settings.protectedResource =
                            protectedResource(self, basePath.getIfAvailable(ServerConfiguration::noEndpoint));
                })
                .build();
    }

    private void set(ServerSettings settings) {
        McpServerProperties.Sse sse = properties.http().sse();
        settings.json = properties.http().json();
        settings.open = properties.security().open();
        settings.readTimeout = properties.http().readTimeout();
        settings.keepAlive = sse.keepAlive();
        settings.streams =
                new StreamSettings(Duration.ZERO, (int) sse.bufferSize().toBytes(), sse.writeTimeout());
        settings.timeout = properties.tools().timeout();
        settings.initializeRate = properties.limits().initializeRate();
        settings.maxListeningStreams = sse.maxListeningStreams();
        settings.maxListeningStreamsPerCaller = sse.maxListeningStreamsPerCaller();
        settings.tools = tools();
        properties.toolsets().forEach((name, toolset) -> settings.toolsets.put(name, toolset.tags()));
        settings.controllers = properties.controllers().settings();
        settings.maxCollected = properties.tools().maxCollected();
        settings.promptPageSize = properties.prompts().pageSize();
        settings.promptResults =
                ResultRules.ofContents(contentLimit(), properties.output().sanitize());
        settings.resources = new ResourceSettings(
                properties.resources().pageSize(),
                properties.resources().locations(),
                ResultRules.ofContents(contentLimit(), properties.output().sanitizeResources()));
        settings.sessions = sessions();
        settings.timeToAnswer = properties.client().requestTimeout();
        settings.maxQuestions = properties.client().maxPendingTotal();
        settings.tasks =
                new TaskSettings(properties.tasks().ttl(), properties.tasks().maxActive());
    }

    private List<String> secrets() {
        if (properties.secret() == null) {
            logger.info("mcp.server.secret is not set, so sessions end with this process");
            return List.of();
        }
        return Stream.concat(Stream.of(properties.secret()), properties.previousSecrets().stream())
                .map(Secret::value)
                .toList();
    }

    private BrowserPage sentence() {
        if (properties.console().enabled()) {
            throw new McpConfigurationException(
                    "mcp.server.console.enabled is true, but the console is not on the class path.",
                    "Add the dependency io.mcpspring:mcp-spring-boot-console, or remove the property.");
        }
        return new BrowserPage() {};
    }

    private ProtectedResource.Settings protectedResource(Implementation self, BasePath basePath) {
        SecurityProperties security = properties.security();
        return new ProtectedResource.Settings(
                basePath.value(),
                properties.http().path(),
                security.resource(),
                security.knownAuthorizationServers(environment),
                security.scopesSupported(),
                self.title() == null ? self.name() : self.title());
    }

    private static BasePath noEndpoint() {
        throw new McpConfigurationException(
                "The MCP server has no endpoint: the application has neither WebFlux nor a DispatcherServlet of Spring"
                        + " MVC that is registered by a DispatcherServletRegistrationBean.",
                "Add mcp-spring-boot-starter-webmvc, let Spring Boot register the DispatcherServlet, or set"
                        + " mcp.server.enabled to false.");
    }

    private ToolSettings tools() {
        McpServerProperties.Tools tools = properties.tools();
        LimitProperties limits = properties.limits();
        return new ToolSettings(
                tools.pageSize(),
                tools.unknownArguments() == McpServerProperties.UnknownArguments.REJECT,
                new Conversion(
                        tools.parseStringifiedJson(),
                        tools.convertStrings(),
                        properties.http().json()),
                new ResultRules(
                        (int) limits.maxTextSize().toBytes(),
                        limits.textWarningSize().toBytes(),
                        contentLimit(),
                        limits.cutText(),
                        properties.output().sanitize()));
    }

    private ContentLimit contentLimit() {
        return new ContentLimit((int) properties.resources().maxSize().toBytes());
    }

    private SessionSettings sessions() {
        McpServerProperties.Session session = properties.session();
        return new SessionSettings(
                session.maxAge(),
                session.idleTimeout(),
                session.maxOpen(),
                session.maxStreams(),
                session.events().maxSize().toBytes(),
                session.events().ttl(),
                properties.client().maxPending(),
                properties.client().logLevel());
    }

    @Bean("io.mcpspring.instanceChannel")
    @ConditionalOnMissingBean
    McpInstanceChannel mcpInstanceChannel() {
        return new InProcessChannel();
    }

    @Bean("io.mcpspring.taskStore")
    @ConditionalOnMissingBean
    McpTaskStore mcpTaskStore() {
        return new InMemoryTaskStore();
    }

    @Bean("io.mcpspring.tools")
    McpTools mcpTools(@Qualifier(SERVER) McpServer server) {
        return server.tools();
    }

    @Bean("io.mcpspring.prompts")
    McpPrompts mcpPrompts(@Qualifier(SERVER) McpServer server) {
        return server.prompts();
    }

    @Bean("io.mcpspring.resources")
    McpResources mcpResources(@Qualifier(SERVER) McpServer server) {
        return server.resources();
    }
}

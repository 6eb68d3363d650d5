package io.mcpspring.autoconfigure;

import io.mcpspring.completion.Completers;
import io.mcpspring.completion.CompletionFeature;
import io.mcpspring.event.InProcessChannel;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ListChanged;
import io.mcpspring.event.McpInstanceChannel;
import io.mcpspring.event.ResourceUpdated;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.event.TaskChanged;
import io.mcpspring.exchange.Asking;
import io.mcpspring.exchange.InputRounds;
import io.mcpspring.exchange.OpenQuestions;
import io.mcpspring.exchange.Sealer;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.ContentLimit;
import io.mcpspring.method.InjectedParameters;
import io.mcpspring.prompt.McpPrompts;
import io.mcpspring.prompt.PromptFeature;
import io.mcpspring.protocol.Implementation;
import io.mcpspring.protocol.ProtocolVersion;
import io.mcpspring.protocol.ServerCapabilities;
import io.mcpspring.resource.McpResources;
import io.mcpspring.resource.ResourceFeature;
import io.mcpspring.resource.ResourceSettings;
import io.mcpspring.schema.Forms;
import io.mcpspring.schema.McpSchemaCustomizer;
import io.mcpspring.server.DiscoverHandler;
import io.mcpspring.server.InitializeHandler;
import io.mcpspring.server.ListenHandler;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.McpRequestHandler;
import io.mcpspring.server.PingHandler;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.Shutdown;
import io.mcpspring.session.SetLevelHandler;
import io.mcpspring.session.SubscribeHandler;
import io.mcpspring.task.InMemoryTaskStore;
import io.mcpspring.task.McpTaskStore;
import io.mcpspring.task.TaskHandler;
import io.mcpspring.task.TaskSettings;
import io.mcpspring.task.Tasks;
import io.mcpspring.tool.McpTools;
import io.mcpspring.tool.ToolFeature;
import io.mcpspring.tool.ToolSettings;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.BooleanSupplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
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
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.http.HttpHeaders;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.web.server.ServerWebExchange;
import tools.jackson.databind.json.JsonMapper;

/** Auto-configuration of the MCP server, apart from its endpoint. */
@AutoConfiguration(after = JacksonAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
@ConditionalOnBooleanProperty(name = "mcp.server.enabled", matchIfMissing = true)
@EnableConfigurationProperties(McpServerProperties.class)
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
            McpTools tools,
            McpPrompts prompts,
            McpResources resources) {
        Implementation implementation = ServerIdentity.of(properties, build.getIfAvailable(), environment);
        return new ServerDescription(
                implementation,
                properties.instructions(),
                version -> capabilities(version, properties.session().enabled(), tools, prompts, resources),
                properties.protocolVersions(),
                properties.cache().ttl());
    }

    // Changes and log messages need a way to clients, which legacy ones have with session ids only.
    private static ServerCapabilities capabilities(
            ProtocolVersion version, boolean sessions, McpTools tools, McpPrompts prompts, McpResources resources) {
        boolean reachable = version.isModern() || sessions;
        Boolean told = reachable ? true : null;
        boolean hasPrompts = PromptFeature.isOffered(prompts);
        boolean hasResources = ResourceFeature.isOffered(resources);
        return new ServerCapabilities(
                new ServerCapabilities.Tools(told),
                hasPrompts ? new ServerCapabilities.Prompts(told) : null,
                hasResources ? new ServerCapabilities.Resources(told, told) : null,
                hasPrompts || hasResources ? new ServerCapabilities.Completions() : null,
                reachable ? new ServerCapabilities.Logging() : null,
                version.isModern() && ToolFeature.hasTasks(tools) ? Map.of(Tasks.EXTENSION, Map.of()) : Map.of());
    }

    @Bean("io.mcpspring.resultSeal")
    ResultSeal mcpResultSeal(ServerDescription server) {
        return new ResultSeal(server.implementation(), server.cacheTtl());
    }

    @Bean("io.mcpspring.sealer")
    Sealer mcpSealer(McpServerProperties properties) {
        if (properties.secret() == null) {
            logger.info("Sessions end when this process ends: mcp.server.secret is not set");
            return Sealer.ofProcess();
        }
        List<String> secrets = new ArrayList<>(List.of(properties.secret().value()));
        properties.previousSecrets().forEach(previous -> secrets.add(previous.value()));
        return new Sealer(secrets);
    }

    @Bean("io.mcpspring.instanceChannel")
    @ConditionalOnMissingBean
    McpInstanceChannel mcpInstanceChannel() {
        return new InProcessChannel();
    }

    @Bean("io.mcpspring.instances")
    Instances mcpInstances(McpInstanceChannel channel) {
        return new Instances(channel);
    }

    @Bean("io.mcpspring.serverEvents")
    ServerEvents mcpServerEvents(Instances instances) {
        return new ServerEvents(instances);
    }

    @Bean("io.mcpspring.listeningStreams")
    ListeningStreams mcpListeningStreams(McpServerProperties properties) {
        return new ListeningStreams(properties.http().sse().maxListeningStreams());
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

    @Bean("io.mcpspring.tools")
    McpTools mcpTools(ServerEvents events) {
        return new McpTools(events);
    }

    @Bean("io.mcpspring.prompts")
    McpPrompts mcpPrompts(ServerEvents events) {
        return new McpPrompts(events);
    }

    @Bean("io.mcpspring.resources")
    McpResources mcpResources(ServerEvents events) {
        return new McpResources(events);
    }

    @Bean("io.mcpspring.taskStore")
    @ConditionalOnMissingBean
    McpTaskStore mcpTaskStore() {
        return new InMemoryTaskStore(maxTaskResults());
    }

    @Bean("io.mcpspring.tasks")
    Tasks mcpTasks(
            McpServerProperties properties,
            McpTaskStore store,
            ServerEvents events,
            Instances instances,
            Shutdown shutdown) {
        TaskSettings settings = new TaskSettings(
                properties.tasks().ttl(),
                properties.tasks().maxActive(),
                properties.client().requestTimeout(),
                maxTaskResults());
        return new Tasks(store, settings, events, instances, shutdown, InstantSource.system());
    }

    private static long maxTaskResults() {
        return Runtime.getRuntime().maxMemory() / 8;
    }

    @Bean("io.mcpspring.completers")
    Completers mcpCompleters(McpPrompts prompts, McpResources resources) {
        return new Completers(
                prompt -> PromptFeature.arguments(prompts, prompt),
                template -> ResourceFeature.variables(resources, template));
    }

    @Bean("io.mcpspring.toolSettings")
    ToolSettings mcpToolSettings(McpServerProperties properties) {
        McpServerProperties.Tools tools = properties.tools();
        return new ToolSettings(
                tools.pageSize(),
                tools.timeout(),
                tools.unknownArguments() == McpServerProperties.UnknownArguments.REJECT,
                tools.parseStringifiedJson(),
                tools.convertStrings(),
                properties.http().json(),
                tools.maxCollected(),
                limit(properties.resources()));
    }

    @Bean("io.mcpspring.dispatcher")
    McpDispatcher mcpDispatcher(
            McpServerProperties properties,
            ServerDescription server,
            ResultSeal seal,
            McpTools tools,
            ToolSettings settings,
            McpPrompts prompts,
            McpResources resources,
            Completers completers,
            Tasks tasks,
            ServerEvents events,
            ListeningStreams streams,
            Instances instances,
            Shutdown shutdown,
            Asking asking) {
        BooleanSupplier hasPrompts = () -> PromptFeature.isOffered(prompts);
        BooleanSupplier hasResources = () -> ResourceFeature.isOffered(resources);
        List<McpRequestHandler<?>> handlers = new ArrayList<>(List.of(
                new InitializeHandler(server, seal),
                new DiscoverHandler(server, seal),
                new PingHandler(),
                new SetLevelHandler(),
                new ListenHandler(offer(prompts, resources, tasks), events, streams, shutdown)));
        handlers.addAll(ToolFeature.handlers(tools, settings, tasks, seal));
        handlers.addAll(TaskHandler.all(tasks, () -> ToolFeature.hasTasks(tools)));
        handlers.addAll(PromptFeature.handlers(prompts, properties.prompts().pageSize(), seal));
        handlers.addAll(ResourceFeature.handlers(resources, settings(properties.resources()), seal));
        handlers.addAll(SubscribeHandler.both(hasResources, uri -> ResourceFeature.isKnown(resources, uri), instances));
        handlers.add(
                CompletionFeature.handler(completers, () -> hasPrompts.getAsBoolean() || hasResources.getAsBoolean()));
        return new McpDispatcher(handlers, asking, shutdown);
    }

    @Bean("io.mcpspring.asking")
    Asking mcpAsking(
            McpServerProperties properties,
            Sealer sealer,
            Forms forms,
            @Qualifier("mcpToolExecutor") Executor executor) {
        McpServerProperties.Client client = properties.client();
        return new Asking(
                new InputRounds(sealer, client.requestTimeout(), InstantSource.system()),
                forms,
                new OpenQuestions(client.maxPendingTotal(), maxWaiting(executor)));
    }

    // Half of the workers always serve calls that do not wait for a client.
    private static int maxWaiting(Executor executor) {
        if (executor instanceof ThreadPoolTaskExecutor pool) {
            return atLeastOne(pool.getMaxPoolSize() / 2);
        }
        if (executor instanceof ThreadPoolExecutor pool) {
            return atLeastOne(pool.getMaximumPoolSize() / 2);
        }
        return Integer.MAX_VALUE;
    }

    private static int atLeastOne(int threads) {
        return Math.max(1, threads);
    }

    private static ResourceSettings settings(McpServerProperties.Resources resources) {
        return new ResourceSettings(resources.pageSize(), resources.locations(), limit(resources));
    }

    private static ContentLimit limit(McpServerProperties.Resources resources) {
        return new ContentLimit((int) resources.maxSize().toBytes());
    }

    private static ListenHandler.Offer offer(McpPrompts prompts, McpResources resources, Tasks tasks) {
        return (event, exchange) -> {
            if (event instanceof ResourceUpdated updated) {
                return ResourceFeature.isKnown(resources, updated.uri());
            }
            if (event instanceof TaskChanged changed) {
                Tasks.requireFrom(exchange);
                return tasks.isKnown(changed.taskId(), exchange);
            }
            return switch (((ListChanged) event).list()) {
                case TOOLS -> true;
                case PROMPTS -> PromptFeature.isOffered(prompts);
                case RESOURCES -> ResourceFeature.isOffered(resources);
            };
        };
    }

    @Bean("io.mcpspring.forms")
    Forms mcpForms(JsonMapper mapper, ObjectProvider<McpSchemaCustomizer> customizers) {
        return new Forms(mapper, customizers.orderedStream().toList());
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
    SmartInitializingSingleton mcpDiscovery(
            McpServerProperties properties,
            McpTools tools,
            ToolSettings settings,
            McpPrompts prompts,
            McpResources resources,
            Completers completers,
            ConfigurableApplicationContext application,
            @Qualifier("mcpToolExecutor") Executor executor) {
        return () -> {
            InjectedParameters injected =
                    new InjectedParameters(application, Set.of(ServerWebExchange.class, HttpHeaders.class));
            BoundMethod.Calls calls =
                    new BoundMethod.Calls(injected, executor, settings.maxCollected(), settings.timeout());
            ToolFeature.discover(tools, settings, application, executor, injected);
            PromptFeature.discover(prompts, application, calls);
            ResourceFeature.discover(resources, settings(properties.resources()), application, calls);
            CompletionFeature.discover(completers, application, calls);
        };
    }

    @Bean("io.mcpspring.startupReport")
    StartupReport mcpStartupReport(
            McpServerProperties properties,
            ServerDescription server,
            McpTools tools,
            McpPrompts prompts,
            McpResources resources,
            ConfigurableApplicationContext application) {
        String path = application.getEnvironment().getProperty("spring.webflux.base-path", "")
                + properties.http().path();
        return new StartupReport(server, path, tools, prompts, resources, application);
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
        // The end waits for requests, not for threads: a tool may be deaf to its cancellation.
        executor.setAcceptTasksAfterContextClose(true);
        return executor;
    }
}

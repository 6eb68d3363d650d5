package io.mcpspring;

import io.mcpspring.completion.CompletionFeature;
import io.mcpspring.connection.Connections;
import io.mcpspring.connection.ReactorNettyConnections;
import io.mcpspring.connection.ServletConnections;
import io.mcpspring.connection.StreamSettings;
import io.mcpspring.connection.TomcatConnections;
import io.mcpspring.entry.Access;
import io.mcpspring.entry.EntryContext;
import io.mcpspring.entry.EntryRules;
import io.mcpspring.entry.McpAccessRule;
import io.mcpspring.entry.McpCallerScopes;
import io.mcpspring.event.Instances;
import io.mcpspring.event.ServerEvents;
import io.mcpspring.exchange.Asking;
import io.mcpspring.exchange.InputRounds;
import io.mcpspring.exchange.OpenQuestions;
import io.mcpspring.http.Boundary;
import io.mcpspring.http.BrowserPage;
import io.mcpspring.http.HttpSettings;
import io.mcpspring.http.McpEndpoint;
import io.mcpspring.http.ServletEndpoint;
import io.mcpspring.method.AnnotatedMethods;
import io.mcpspring.method.BoundMethod;
import io.mcpspring.method.InjectedParameters;
import io.mcpspring.method.Invocations;
import io.mcpspring.method.McpInterceptor;
import io.mcpspring.method.McpToolExceptionResolver;
import io.mcpspring.oauth.ProtectedResource;
import io.mcpspring.observation.ServerState;
import io.mcpspring.prompt.McpPrompts;
import io.mcpspring.prompt.PromptFeature;
import io.mcpspring.resource.McpResources;
import io.mcpspring.resource.ResourceFeature;
import io.mcpspring.schema.Forms;
import io.mcpspring.schema.McpSchemaCustomizer;
import io.mcpspring.seal.Sealer;
import io.mcpspring.server.Features;
import io.mcpspring.server.Handlers;
import io.mcpspring.server.ListeningStreams;
import io.mcpspring.server.McpDispatcher;
import io.mcpspring.server.Refusals;
import io.mcpspring.server.ResultSeal;
import io.mcpspring.server.ServerDescription;
import io.mcpspring.server.Shutdown;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.task.TaskFeature;
import io.mcpspring.task.Tasks;
import io.mcpspring.tool.McpTools;
import io.mcpspring.tool.ToolFeature;
import jakarta.servlet.ServletConfig;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpHeaders;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import tools.jackson.databind.json.JsonMapper;

/**
 * A Model Context Protocol (MCP) server of a Spring application: the tools, prompts and resources of its beans, and the
 * state of its clients. With Spring Boot, the auto-configuration makes one from the properties below
 * {@code mcp.server}. Without it, {@link #builder} makes one, and a mapping of WebFlux or Spring MVC serves it:
 *
 * <pre>{@code
 * @Bean
 * McpServer mcpServer(ConfigurableApplicationContext application) {
 *     return McpServer.builder(application).path("/mcp").build();
 * }
 *
 * @Bean
 * HandlerMapping mcpMapping(McpServer server) {
 *     return new SimpleUrlHandlerMapping(Map.of(server.path(), server.webHandler()), -1);
 * }
 * }</pre>
 *
 * <p>A bean of this type finds its entries when all singletons exist, and ends its streams when the application context
 * closes. An application can have several servers at different paths: {@link McpServerBuilder#beans} says which beans
 * each of them serves.
 */
public final class McpServer implements SmartInitializingSingleton, AutoCloseable {

    /** Of WebFlux: the web server notices at once when a client disconnects. */
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    /** Of Spring MVC: servlet containers notice by the second write after that. */
    private static final Duration SERVLET_KEEP_ALIVE = Duration.ofSeconds(5);

    private final McpServerBuilder settings;
    private final Refusals refusals = new Refusals();
    private final Shutdown shutdown = new Shutdown();
    private final ServerEvents events;
    private final ToolFeature tools;
    private final PromptFeature prompts;
    private final ResourceFeature resources;
    private final Features features;
    private final ServerDescription description;
    private final ResultSeal seal;
    private final McpDispatcher dispatcher;
    private final LegacySessions sessions;
    private final Tasks tasks;
    private final ServerState state;
    private final Boundary boundary;

    McpServer(McpServerBuilder settings) {
        this.settings = settings;
        InstantSource clock = InstantSource.system();
        Sealer sealer = settings.secrets.isEmpty() ? Sealer.ofProcess() : new Sealer(settings.secrets);
        Instances instances = new Instances(settings.instanceChannel);
        this.events = new ServerEvents(instances);
        this.tasks = new Tasks(settings.taskStore, settings.tasks, events, instances, shutdown, refusals, clock);

        EntryContext entries = entries();
        this.tools = new ToolFeature(entries, settings.tools, tasks);
        this.prompts = new PromptFeature(entries, settings.promptPageSize, settings.promptResults);
        this.resources = new ResourceFeature(entries, settings.resources, instances);
        this.features = new Features(List.of(
                tools,
                prompts,
                resources,
                new CompletionFeature(prompts, resources, entries),
                new TaskFeature(tasks, tools::hasTasks, tools::admit)));

        ListeningStreams streams =
                new ListeningStreams(settings.maxListeningStreams, settings.maxListeningStreamsPerCaller);
        this.description = new ServerDescription(
                settings.implementation,
                settings.instructions,
                features::capabilities,
                settings.protocolVersions,
                settings.cacheTtl);
        this.seal = new ResultSeal(description.implementation(), settings.cacheTtl);
        Asking asking = asking(sealer, entries.mapper(), clock);
        this.dispatcher = new McpDispatcher(
                Handlers.of(description, features, seal, events, streams, shutdown, refusals),
                features::list,
                asking,
                shutdown,
                refusals,
                settings.observer);
        this.sessions = new LegacySessions(sealer, settings.sessions, instances, events, streams, shutdown, clock);
        this.state = new ServerState(sessions, streams, asking.openQuestions(), tasks, settings.executor());
        this.boundary = new Boundary(
                settings.callers,
                settings.origins,
                new ProtectedResource(settings.protectedResource(), settings.origins::isOwnHost),
                settings.initializeLimit,
                refusals);
    }

    /**
     * Returns a builder with the defaults of the properties below {@code mcp.server}.
     *
     * @param application the application whose beans have the entries, and which has the interceptors, resolvers and
     *     access rules
     * @return the builder
     */
    public static McpServerBuilder builder(ConfigurableApplicationContext application) {
        return new McpServerBuilder(application);
    }

    private Asking asking(Sealer sealer, Supplier<JsonMapper> mapper, InstantSource clock) {
        return new Asking(
                new InputRounds(sealer, settings.timeToAnswer, clock),
                new Forms(
                        mapper.get(),
                        all(McpSchemaCustomizer.class).orderedStream().toList()),
                // The other half of the workers remains available to calls that do not wait for a client.
                new OpenQuestions(settings.maxQuestions, settings.workers() / 2),
                settings.timeToAnswer);
    }

    private <T> ObjectProvider<T> all(Class<T> type) {
        return settings.application.getBeanProvider(type);
    }

    /** {@return the tools, which can be changed at run time} */
    public McpTools tools() {
        return tools.tools();
    }

    /** {@return the prompts, which can be changed at run time} */
    public McpPrompts prompts() {
        return prompts.prompts();
    }

    /** {@return the resources, which can be changed at run time} */
    public McpResources resources() {
        return resources.resources();
    }

    /** {@return the path of the endpoint within the application} */
    public String path() {
        return settings.path;
    }

    /** {@return the endpoint as a handler of WebFlux, for a mapping of the application to {@link #path()}} */
    public WebHandler webHandler() {
        return endpoint(
                isPresent("reactor.netty.http.server.HttpServer") ? new ReactorNettyConnections() : new Connections(),
                KEEP_ALIVE);
    }

    /**
     * Returns the endpoint as a handler of Spring MVC, for a mapping of the application to {@link #path()}.
     *
     * @param servlet supplies the configuration of the {@code DispatcherServlet} when the first request arrives
     * @return the endpoint
     */
    public HttpRequestHandler httpRequestHandler(Supplier<ServletConfig> servlet) {
        ServletConnections connections = isPresent("org.apache.catalina.connector.ResponseFacade")
                ? new TomcatConnections()
                : new ServletConnections();
        return new ServletEndpoint(endpoint(connections, SERVLET_KEEP_ALIVE), connections, List.of(), servlet);
    }

    private boolean isPresent(String type) {
        return ClassUtils.isPresent(type, settings.application.getClassLoader());
    }

    /**
     * Finds the entries. Called by Spring if the server is a bean.
     *
     * @throws RuntimeException if an entry cannot be served
     */
    @Override
    public void afterSingletonsInstantiated() {
        features.discover();
    }

    /** Ends the streams and the running calls. Called by Spring if the server is a bean. */
    @Override
    public void close() {
        if (!shutdown.hasBegun()) {
            shutdown.begin(() -> {});
        }
        shutdown.end();
        tasks.close();
        sessions.close();
        settings.close();
    }

    /**
     * {@return the endpoint}
     *
     * @hidden
     * @param keepAlive the default of the time without an event after which a comment is sent
     * @param connections the connections of the web server
     */
    @Internal
    public McpEndpoint endpoint(Connections connections, Duration keepAlive) {
        StreamSettings streams = settings.streams;
        HttpSettings http = new HttpSettings(
                settings.path,
                settings.json,
                settings.readTimeout,
                boundary,
                settings.page,
                streams.withKeepAlive(settings.keepAlive == null ? keepAlive : settings.keepAlive));
        return new McpEndpoint(http, connections, description, dispatcher, seal, sessions, shutdown);
    }

    /**
     * {@return what the auto-configuration reads}
     *
     * @hidden
     */
    @Internal
    public ServerDescription description() {
        return description;
    }

    /**
     * {@return what the auto-configuration reads}
     *
     * @hidden
     */
    @Internal
    public Features features() {
        return features;
    }

    /**
     * {@return whether usual calls need the library that validates against schemas}
     *
     * @hidden
     */
    @Internal
    public boolean needsValidator() {
        return tools.needsValidator();
    }

    /**
     * {@return what the auto-configuration reads}
     *
     * @hidden
     */
    @Internal
    public ServerEvents events() {
        return events;
    }

    /**
     * {@return what the auto-configuration reads}
     *
     * @hidden
     */
    @Internal
    public ServerState state() {
        return state;
    }

    /**
     * {@return what the auto-configuration reads}
     *
     * @hidden
     */
    @Internal
    public Refusals refusals() {
        return refusals;
    }

    /**
     * {@return what the auto-configuration reads}
     *
     * @hidden
     */
    @Internal
    public McpDispatcher dispatcher() {
        return dispatcher;
    }

    /**
     * {@return what the auto-configuration reads}
     *
     * @hidden
     */
    @Internal
    public Shutdown shutdown() {
        return shutdown;
    }

    /**
     * {@return what the auto-configuration reads}
     *
     * @hidden
     */
    @Internal
    public Boundary boundary() {
        return boundary;
    }

    /**
     * {@return what the auto-configuration reads}
     *
     * @hidden
     */
    @Internal
    public LegacySessions sessions() {
        return sessions;
    }

    /**
     * {@return what the auto-configuration reads}
     *
     * @hidden
     */
    @Internal
    public Tasks tasks() {
        return tasks;
    }

    /**
     * {@return what the auto-configuration reads}
     *
     * @hidden
     */
    @Internal
    public BrowserPage page() {
        return settings.page;
    }

    private EntryContext entries() {
        ConfigurableApplicationContext application = settings.application;
        return new EntryContext(
                application,
                new AnnotatedMethods(application.getBeanFactory(), settings.beans),
                SingletonSupplier.of(this::calls),
                SingletonSupplier.of(new ApplicationMapper(application)),
                new Access(all(McpAccessRule.class), all(EntryRules.class), all(McpCallerScopes.class), refusals),
                new Invocations(all(McpInterceptor.class), all(McpToolExceptionResolver.class), refusals),
                events);
    }

    // Later than the server, because it collects beans of the application, which may depend on the server.
    private BoundMethod.Calls calls() {
        return new BoundMethod.Calls(
                new InjectedParameters(settings.application, Set.of(ServerWebExchange.class, HttpHeaders.class)),
                settings.executor(),
                settings.maxCollected,
                all(BoundMethod.Security.class).getIfAvailable(() -> BoundMethod.Security.NONE));
    }
}

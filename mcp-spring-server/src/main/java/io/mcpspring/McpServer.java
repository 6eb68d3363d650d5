package io.mcpspring;

import io.mcpspring.completion.CompletionFeature;
import io.mcpspring.connection.Connections;
import io.mcpspring.connection.ReactorNettyConnections;
import io.mcpspring.connection.ServletConnections;
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
import io.mcpspring.http.HttpSettings;
import io.mcpspring.http.McpEndpoint;
import io.mcpspring.http.ServletEndpoint;
import io.mcpspring.http.ThreadContext;
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

    private final McpServerBuilder builder;
    private final ServerSettings settings;
    private final Workers workers;
    private final ToolFeature tools;
    private final PromptFeature prompts;
    private final ResourceFeature resources;
    private final ResultSeal seal;
    private final ServerParts parts;

    McpServer(McpServerBuilder builder) {
        this.builder = builder;
        this.settings = builder.settings;
        this.workers = builder.workers();
        InstantSource clock = InstantSource.system();
        Sealer sealer = builder.secrets.isEmpty() ? Sealer.ofProcess() : new Sealer(builder.secrets);
        Refusals refusals = new Refusals();
        Shutdown shutdown = new Shutdown();
        Instances instances = new Instances(builder.instanceChannel);
        ServerEvents events = new ServerEvents(instances);
        Tasks tasks = new Tasks(builder.taskStore, settings.tasks, events, instances, shutdown, refusals, clock);

        EntryContext entries = entries(events, refusals);
        this.tools = new ToolFeature(entries, settings.tools, tasks);
        this.prompts = new PromptFeature(entries, settings.promptPageSize, settings.promptResults);
        this.resources = new ResourceFeature(entries, settings.resources, instances);
        Features features = new Features(List.of(
                tools,
                prompts,
                resources,
                new CompletionFeature(prompts, resources, entries),
                new TaskFeature(tasks, tools::hasTasks, tools::admit)));

        ListeningStreams streams =
                new ListeningStreams(settings.maxListeningStreams, settings.maxListeningStreamsPerCaller);
        ServerDescription description = new ServerDescription(
                builder.implementation,
                builder.instructions,
                features::capabilities,
                builder.protocolVersions,
                builder.cacheTtl);
        this.seal = new ResultSeal(description.implementation(), builder.cacheTtl);
        Asking asking = asking(sealer, entries.mapper(), clock);
        McpDispatcher dispatcher = new McpDispatcher(
                Handlers.of(description, features, seal, events, streams, shutdown, refusals),
                features::list,
                asking,
                shutdown,
                refusals,
                settings.observer);
        LegacySessions sessions =
                new LegacySessions(sealer, settings.sessions, instances, events, streams, shutdown, clock);
        Boundary boundary = new Boundary(
                settings.callers,
                builder.origins,
                new ProtectedResource(builder.protectedResource(), builder.origins::isOwnHost),
                settings.initializeLimit,
                refusals);
        this.parts = new ServerParts(
                description,
                features,
                boundary,
                settings.page,
                dispatcher,
                sessions,
                tasks,
                events,
                refusals,
                new ServerState(sessions, streams, asking.openQuestions(), tasks, workers.executor()),
                shutdown);
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
                new OpenQuestions(settings.maxQuestions, workers.atOnce() / 2),
                settings.timeToAnswer);
    }

    private <T> ObjectProvider<T> all(Class<T> type) {
        return builder.application.getBeanProvider(type);
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
        return builder.path;
    }

    /** {@return the endpoint as a handler of WebFlux, for a mapping of the application to {@link #path()}} */
    public WebHandler webHandler() {
        return endpoint(connections());
    }

    /**
     * Returns the endpoint as a handler of Spring MVC, for a mapping of the application to {@link #path()}.
     *
     * @param servlet supplies the configuration of the {@code DispatcherServlet} when the first request arrives
     * @return the endpoint
     */
    public HttpRequestHandler httpRequestHandler(Supplier<ServletConfig> servlet) {
        return servletEndpoint(List.of(), servlet);
    }

    private boolean isPresent(String type) {
        return ClassUtils.isPresent(type, builder.application.getClassLoader());
    }

    /**
     * Finds the entries. Called by Spring if the server is a bean.
     *
     * @throws RuntimeException if an entry cannot be served
     */
    @Override
    public void afterSingletonsInstantiated() {
        parts.features().discover();
    }

    /** Ends the streams and the running calls. Called by Spring if the server is a bean. */
    @Override
    public void close() {
        if (!parts.shutdown().hasBegun()) {
            parts.shutdown().begin(() -> {});
        }
        parts.shutdown().end();
        parts.tasks().close();
        parts.sessions().close();
        workers.close();
    }

    /**
     * {@return the endpoint}
     *
     * @hidden
     * @param connections the connections of the web server
     */
    @Internal
    public McpEndpoint endpoint(Connections connections) {
        Duration keepAlive = settings.keepAlive == null ? connections.keepAlive() : settings.keepAlive;
        HttpSettings http = new HttpSettings(
                builder.path,
                settings.json,
                settings.readTimeout,
                parts.boundary(),
                settings.page,
                settings.streams.withKeepAlive(keepAlive));
        return new McpEndpoint(
                http, connections, parts.description(), parts.dispatcher(), seal, parts.sessions(), parts.shutdown());
    }

    /**
     * {@return the connections of the web server of a WebFlux application}
     *
     * @hidden
     */
    @Internal
    public Connections connections() {
        return isPresent("reactor.netty.http.server.HttpServer") ? new ReactorNettyConnections() : new Connections();
    }

    /**
     * {@return the endpoint in a Spring MVC application}
     *
     * @hidden
     * @param contexts read thread-locals of a request
     * @param servlet supplies the configuration of the {@code DispatcherServlet} when the first request arrives
     */
    @Internal
    public ServletEndpoint servletEndpoint(List<ThreadContext> contexts, Supplier<ServletConfig> servlet) {
        ServletConnections connections = isPresent("org.apache.catalina.connector.ResponseFacade")
                ? new TomcatConnections()
                : new ServletConnections();
        return new ServletEndpoint(endpoint(connections), connections, contexts, servlet);
    }

    /**
     * {@return the parts that the auto-configuration uses}
     *
     * @hidden
     */
    @Internal
    public ServerParts parts() {
        return parts;
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

    private EntryContext entries(ServerEvents events, Refusals refusals) {
        ConfigurableApplicationContext application = builder.application;
        return new EntryContext(
                application,
                new AnnotatedMethods(application.getBeanFactory(), builder.beans),
                SingletonSupplier.of(this::calls),
                SingletonSupplier.of(new ApplicationMapper(application)),
                new Access(all(McpAccessRule.class), all(EntryRules.class), all(McpCallerScopes.class), refusals),
                new Invocations(all(McpInterceptor.class), all(McpToolExceptionResolver.class), refusals),
                events);
    }

    // Later than the server, because it collects beans of the application, which may depend on the server.
    private BoundMethod.Calls calls() {
        return new BoundMethod.Calls(
                new InjectedParameters(builder.application, Set.of(ServerWebExchange.class, HttpHeaders.class)),
                workers.executor(),
                settings.maxCollected,
                all(BoundMethod.Security.class).getIfAvailable(() -> BoundMethod.Security.NONE));
    }
}

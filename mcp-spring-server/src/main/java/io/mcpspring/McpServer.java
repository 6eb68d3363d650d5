package io.mcpspring;

import io.mcpspring.http.BodyLimits;
import io.mcpspring.http.HttpSettings;
import io.mcpspring.http.McpHttpHandler;
import io.mcpspring.http.StreamSettings;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.method.McpMethodException;
import io.mcpspring.method.RefusedMethods;
import io.mcpspring.prompt.McpPrompts;
import io.mcpspring.resource.McpResources;
import io.mcpspring.server.Toolsets;
import io.mcpspring.session.LegacySessions;
import io.mcpspring.tool.McpTools;
import io.mcpspring.webflux.WebFluxEndpoint;
import io.mcpspring.webmvc.ServletEndpoint;
import io.mcpspring.webmvc.ServletObservation;
import io.mcpspring.webmvc.ThreadContext;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.stream.Stream;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.server.WebHandler;

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

    /** Divisor of the heap size: the bodies of all requests in progress may occupy this part of the heap. */
    private static final int HEAP_SHARE = 8;

    private static final Duration KEEP_ALIVE = Duration.ofSeconds(15);

    // Short, because servlet containers notice by the second write that a client has disconnected.
    private static final Duration SERVLET_KEEP_ALIVE = Duration.ofSeconds(5);

    private final McpServerBuilder builder;

    private final ServerSettings settings;

    private final Workers workers;

    private final ServerParts parts;

    private final McpHttpHandler handler;

    McpServer(McpServerBuilder builder) {
        this.builder = builder;
        this.settings = builder.settings;
        this.workers = builder.workers();
        this.parts = new ServerAssembly(builder, workers).parts();
        LegacySessions sessions = parts.state().sessions();
        this.handler = new McpHttpHandler(
                http(), parts.description(), parts.dispatcher(), parts.required(), sessions, parts.shutdown());
    }

    private HttpSettings http() {
        ByteBudget budget = new ByteBudget(Math.max(settings.json.maxSize(), ByteBudget.shareOfHeap(HEAP_SHARE)));
        return new HttpSettings(
                builder.path,
                settings.json,
                new BodyLimits(settings.json.maxSize(), settings.readTimeout, budget),
                parts.protection(),
                settings.page,
                new Toolsets(settings.toolsets));
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

    /** {@return the tools, which can be changed at run time} */
    public McpTools tools() {
        return parts.tools().tools();
    }

    /** {@return the prompts, which can be changed at run time} */
    public McpPrompts prompts() {
        return parts.prompts().prompts();
    }

    /** {@return the resources, which can be changed at run time} */
    public McpResources resources() {
        return parts.resources().resources();
    }

    /** {@return the path of the endpoint within the application} */
    public String path() {
        return builder.path;
    }

    /** {@return the endpoint as a handler of WebFlux, for a mapping of the application to {@link #path()}} */
    public WebHandler webHandler() {
        return new WebFluxEndpoint(handler, streams(KEEP_ALIVE));
    }

    /**
     * Returns the endpoint as a handler of Spring MVC, for a mapping of the application to {@link #path()}. Requests
     * that outlast their thread need a {@code DispatcherServlet} that supports asynchronous requests.
     *
     * @return the endpoint
     */
    public HttpRequestHandler httpRequestHandler() {
        ConfigurableApplicationContext application = builder.application;
        Stream<ThreadContext> contexts = Stream.concat(
                Stream.of(new ServletObservation(application.getBeanProvider(ObservationRegistry.class))),
                application.getBeanProvider(ThreadContext.class).stream());
        return new ServletEndpoint(handler, streams(SERVLET_KEEP_ALIVE), contexts.toList());
    }

    private StreamSettings streams(Duration keepAlive) {
        return settings.streams.withKeepAlive(settings.keepAlive == null ? keepAlive : settings.keepAlive);
    }

    /**
     * Finds the entries. Called by Spring if the server is a bean.
     *
     * @throws McpMethodException if methods cannot be offered: the first one, with the others as suppressed exceptions
     */
    @Override
    public void afterSingletonsInstantiated() {
        RefusedMethods refused = new RefusedMethods();
        parts.features().features().forEach(feature -> refused.collect(feature::discover));
        refused.throwFirst();
    }

    /** Ends the streams and the running calls. Called by Spring if the server is a bean. */
    @Override
    public void close() {
        if (!parts.shutdown().hasBegun()) {
            parts.shutdown().begin(() -> {});
        }
        parts.shutdown().end();
        parts.state().tasks().close();
        parts.state().sessions().close();
        workers.close();
    }

    /**
     * {@return the endpoint without a web framework}
     *
     * @hidden
     */
    @Internal
    public McpHttpHandler httpHandler() {
        return handler;
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
}

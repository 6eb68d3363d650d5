package io.mcpspring;

import io.mcpspring.connection.Connections;
import io.mcpspring.connection.ReactorNettyConnections;
import io.mcpspring.connection.ServletConnections;
import io.mcpspring.connection.TomcatConnections;
import io.mcpspring.http.HttpSettings;
import io.mcpspring.http.McpEndpoint;
import io.mcpspring.http.ServletEndpoint;
import io.mcpspring.http.ThreadContext;
import io.mcpspring.memory.ByteBudget;
import io.mcpspring.prompt.McpPrompts;
import io.mcpspring.resource.McpResources;
import io.mcpspring.tool.McpTools;
import jakarta.servlet.ServletConfig;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;
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

    private final McpServerBuilder builder;

    private final ServerSettings settings;

    private final Workers workers;

    private final ServerParts parts;

    private final ByteBudget bodies;

    McpServer(McpServerBuilder builder) {
        this.builder = builder;
        this.settings = builder.settings;
        this.workers = builder.workers();
        this.parts = new ServerAssembly(builder, workers).parts();
        this.bodies = new ByteBudget(Math.max(settings.json.maxSize(), ByteBudget.shareOfHeap(HEAP_SHARE)));
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
        return endpoint(connections());
    }

    /**
     * Returns the endpoint as a handler of Spring MVC, for a mapping of the application to {@link #path()}.
     *
     * @param servlet supplies the configuration of the {@code DispatcherServlet} when the first request arrives
     * @return the endpoint
     */
    public HttpRequestHandler httpRequestHandler(Supplier<ServletConfig> servlet) {
        return servletEndpoint(
                builder.application.getBeanProvider(ThreadContext.class).stream()
                        .toList(),
                servlet);
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
                settings.streams.withKeepAlive(keepAlive),
                bodies);
        return new McpEndpoint(
                http,
                connections,
                parts.description(),
                parts.dispatcher(),
                parts.seal(),
                parts.sessions(),
                parts.shutdown());
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
        return parts.tools().needsValidator();
    }
}

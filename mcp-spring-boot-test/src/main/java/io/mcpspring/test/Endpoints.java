package io.mcpspring.test;

import io.mcpspring.McpServer;
import io.mcpspring.autoconfigure.BasePath;
import io.mcpspring.webflux.Connections;
import java.net.URI;
import java.security.Principal;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.test.http.server.LocalTestWebServer;
import org.springframework.context.ApplicationContext;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.util.ClassUtils;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;

/** Finds the endpoint of a server. */
final class Endpoints {

    /** The server of the auto-configuration; the application may have others. */
    private static final String SERVER = "io.mcpspring.server";

    private static final boolean SECURED =
            ClassUtils.isPresent("org.springframework.security.core.Authentication", Endpoints.class.getClassLoader());

    private Endpoints() {}

    static TesterSettings.Endpoint at(URI endpoint) {
        return principal -> overHttp(principal, () -> endpoint);
    }

    static TesterSettings.Endpoint of(ApplicationContext application) {
        return principal -> connect(application, principal);
    }

    private static HttpTransport connect(ApplicationContext application, @Nullable Principal principal) {
        McpServer server = application.containsBean(SERVER) ? application.getBean(SERVER, McpServer.class) : null;
        if (server == null) {
            throw new IllegalStateException("The application has no MCP endpoint: it must be a web application with a"
                    + " starter of the library, and mcp.server.enabled must not be false");
        }
        String basePath = application.getBean(BasePath.class).value();
        if (LocalTestWebServer.get(application) != null) {
            // The port is not known until the server has started.
            return overHttp(principal, () -> URI.create(server(application) + basePath + server.path()));
        }
        Supplier<HttpHandler> handler = SingletonSupplier.of(
                () -> isServlet(application) ? direct(server, principal) : webFlux(application, principal));
        return new InProcessTransport(handler, basePath, server.path());
    }

    private static boolean isServlet(ApplicationContext application) {
        return ClassUtils.isPresent("jakarta.servlet.ServletContext", Endpoints.class.getClassLoader())
                && application instanceof WebApplicationContext;
    }

    private static String server(ApplicationContext application) {
        URI uri = URI.create(LocalTestWebServer.obtain(application).uri());
        return uri.getScheme() + "://" + uri.getAuthority();
    }

    private static HttpTransport overHttp(@Nullable Principal principal, Supplier<URI> endpoint) {
        if (principal != null) {
            throw new IllegalStateException("A principal can be set for a tester in process alone: over HTTP, send"
                    + " credentials by bearerToken or header");
        }
        return new ServerTransport(endpoint);
    }

    private static HttpHandler webFlux(ApplicationContext application, @Nullable Principal principal) {
        return WebHttpHandlerBuilder.applicationContext(application)
                .filters(filters -> filters.addAll(0, caller(principal)))
                .build();
    }

    // Without the DispatcherServlet and its filters, because the Servlet API has no asynchronous output without a
    // server.
    private static HttpHandler direct(McpServer server, @Nullable Principal principal) {
        List<WebFilter> filters =
                principal == null && SECURED ? List.of(SecurityFilters.ofThread()) : caller(principal);
        return WebHttpHandlerBuilder.webHandler(server.webHandler(new Connections()))
                .filters(chain -> chain.addAll(filters))
                .build();
    }

    private static List<WebFilter> caller(@Nullable Principal principal) {
        if (principal == null) {
            return List.of();
        }
        WebFilter filter = (exchange, chain) ->
                chain.filter(exchange.mutate().principal(Mono.just(principal)).build());
        return SECURED ? List.of(SecurityFilters.of(principal), filter) : List.of(filter);
    }
}

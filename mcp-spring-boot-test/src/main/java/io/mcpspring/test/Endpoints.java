package io.mcpspring.test;

import io.mcpspring.McpServer;
import io.mcpspring.autoconfigure.BasePath;
import java.net.URI;
import java.security.Principal;
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
    private static final String SERVER_BEAN = "io.mcpspring.server";

    static final boolean SECURED =
            ClassUtils.isPresent("org.springframework.security.core.Authentication", Endpoints.class.getClassLoader());

    private Endpoints() {}

    static TesterSettings.Endpoint at(URI endpoint) {
        return principal -> overHttp(principal, () -> endpoint);
    }

    static TesterSettings.Endpoint of(ApplicationContext application) {
        return principal -> connect(application, principal);
    }

    private static HttpTransport connect(ApplicationContext application, @Nullable Principal principal) {
        McpServer server =
                application.containsBean(SERVER_BEAN) ? application.getBean(SERVER_BEAN, McpServer.class) : null;
        if (server == null) {
            throw new IllegalStateException("The application has no MCP endpoint: it must be a web application with a"
                    + " starter of the library, and mcp.server.enabled must not be false");
        }
        String basePath = application.getBean(BasePath.class).value();
        if (LocalTestWebServer.get(application) != null) {
            // The port is not known until the server has started.
            return overHttp(principal, () -> URI.create(server(application) + basePath + server.path()));
        }
        return isServlet(application)
                // Without the DispatcherServlet and its filters, because the Servlet API has no asynchronous output
                // without a server.
                ? new HandlerTransport(server.httpHandler(), basePath, () -> caller(principal))
                : new InProcessTransport(
                        SingletonSupplier.of(() -> webFlux(application, principal)), basePath, server.path());
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

    private static @Nullable Principal caller(@Nullable Principal principal) {
        return principal == null && SECURED ? SecurityContexts.userOfThread() : principal;
    }

    private static HttpHandler webFlux(ApplicationContext application, @Nullable Principal principal) {
        WebHttpHandlerBuilder builder = WebHttpHandlerBuilder.applicationContext(application);
        return principal == null
                ? builder.build()
                : builder.filters(filters -> filters.add(0, authenticating(principal)))
                        .build();
    }

    private static WebFilter authenticating(Principal principal) {
        return (exchange, chain) -> {
            Mono<Void> filtered = chain.filter(
                    exchange.mutate().principal(Mono.just(principal)).build());
            return SECURED ? filtered.contextWrite(SecurityContexts.of(principal)) : filtered;
        };
    }
}

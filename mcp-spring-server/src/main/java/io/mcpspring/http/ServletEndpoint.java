package io.mcpspring.http;

import io.mcpspring.Internal;
import io.mcpspring.connection.GuardedExchange;
import io.mcpspring.connection.ServletAddresses;
import io.mcpspring.connection.ServletConnections;
import io.mcpspring.protocol.JsonRpcError;
import io.mcpspring.protocol.JsonRpcResponse;
import io.mcpspring.protocol.McpJson;
import jakarta.servlet.ServletConfig;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.context.i18n.LocaleContext;
import org.springframework.context.i18n.SimpleLocaleContext;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.http.server.reactive.ServletHttpHandlerAdapter;
import org.springframework.http.server.reactive.SslInfo;
import org.springframework.util.function.SingletonSupplier;
import org.springframework.web.HttpRequestHandler;
import org.springframework.web.cors.reactive.CorsWebFilter;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.ServerWebExchangeDecorator;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import org.springframework.web.servlet.support.RequestContextUtils;
import org.springframework.web.util.DisconnectedClientHelper;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;

/** The endpoint as a handler of the {@code DispatcherServlet} in a Spring MVC application. */
@Internal
public final class ServletEndpoint implements HttpRequestHandler {

    private static final Log logger = LogFactory.getLog(ServletEndpoint.class);

    private static final String THREAD_CONTEXT = ServletEndpoint.class.getName() + ".THREAD_CONTEXT";

    /** Spring allocates a buffer of this size for each part of a body; most bodies are smaller. */
    private static final int READ_BUFFER_BYTES = 2048;

    private final ServletConnections connections;

    private final List<ThreadContext> threadContexts;

    private final AtomicBoolean refused = new AtomicBoolean();

    private final SingletonSupplier<ServletHttpHandlerAdapter> adapter;

    /**
     * @param threadContexts read for each request on the thread of the container
     * @param dispatcherServlet supplies the configuration of the servlet that calls this handler; used by requests only
     */
    public ServletEndpoint(
            McpEndpoint endpoint,
            ServletConnections connections,
            List<ThreadContext> threadContexts,
            Supplier<ServletConfig> dispatcherServlet) {
        this.connections = connections;
        this.threadContexts = threadContexts;
        this.adapter = SingletonSupplier.of(() -> {
            ServletHttpHandlerAdapter adapter = new ServletHttpHandlerAdapter(httpHandler(endpoint));
            adapter.setBufferSize(READ_BUFFER_BYTES);
            // The mapping of the servlet determines the path within the application.
            adapter.init(dispatcherServlet.get());
            return adapter;
        });
    }

    // Without Spring's chain of filters, which describes each of them for a checkpoint in each request.
    private static HttpHandler httpHandler(McpEndpoint endpoint) {
        WebFilter cors = new CorsWebFilter(
                exchange -> hasCorsHeaders(exchange) ? null : endpoint.getCorsConfiguration(exchange));
        return WebHttpHandlerBuilder.webHandler(received -> cors.filter(
                        received,
                        exchange ->
                                endpoint.handle(new DetachedExchange(exchange)).contextWrite(threadContext(exchange))))
                .exceptionHandler(ServletEndpoint::failed)
                .build();
    }

    // Spring would log an error for a request that has ended, because the status of its response could still be set.
    private static Mono<Void> failed(ServerWebExchange exchange, Throwable failure) {
        if (!DisconnectedClientHelper.isClientDisconnectedException(failure)) {
            return Mono.error(failure);
        }
        logger.debug("A client has disconnected, or its request has ended, before the response was complete", failure);
        return Mono.empty();
    }

    private static Context threadContext(ServerWebExchange exchange) {
        HttpServletRequest request = ServerHttpRequestDecorator.getNativeRequest(exchange.getRequest());
        return (Context) request.getAttribute(THREAD_CONTEXT);
    }

    /** Whether a servlet filter has added the headers, for instance that of Spring Security. */
    private static boolean hasCorsHeaders(ServerWebExchange exchange) {
        HttpServletResponse response = ServerHttpResponseDecorator.getNativeResponse(exchange.getResponse());
        return response.containsHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN);
    }

    @Override
    public void handleRequest(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (!request.isAsyncSupported()) {
            refuseBlocking(response);
            return;
        }
        request.setAttribute(THREAD_CONTEXT, threadContext());
        boolean options = HttpMethod.OPTIONS.matches(request.getMethod());
        new GuardedExchange(request, options ? new OptionsResponse(response) : response, connections)
                .process(adapter.obtain());
    }

    private Context threadContext() {
        Context all = Context.empty();
        for (ThreadContext each : threadContexts) {
            all = all.putAll(each.read().readOnly());
        }
        return all;
    }

    private void refuseBlocking(HttpServletResponse response) throws IOException {
        if (refused.compareAndSet(false, true)) {
            logger.error("A servlet filter in front of the MCP endpoint does not support asynchronous requests."
                    + " Set asyncSupported = true in its @WebFilter annotation, or register it with a"
                    + " FilterRegistrationBean");
        }
        response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
        response.setContentType(MediaType.APPLICATION_JSON_VALUE);
        JsonRpcError error = new JsonRpcError(
                JsonRpcError.INTERNAL_ERROR,
                "A servlet filter of the server does not support asynchronous requests; the server log says how to"
                        + " change that");
        response.getOutputStream()
                .write(McpJson.write(new JsonRpcResponse.Failure(null, error)).toArray());
    }

    /**
     * An exchange whose caller can be read until the end of a call, which may continue when the container already uses
     * the servlet request for another caller. It takes principal and locale from the servlet request, and thereby from
     * the application's filters and {@code LocaleResolver}.
     */
    private static final class DetachedExchange extends ServerWebExchangeDecorator {

        private final ServerHttpRequest request;

        private final Mono<Principal> principal;

        private final LocaleContext locale;

        DetachedExchange(ServerWebExchange exchange) {
            super(exchange);
            HttpServletRequest servletRequest = ServerHttpRequestDecorator.getNativeRequest(exchange.getRequest());
            this.request = new DetachedRequest(exchange.getRequest(), servletRequest);
            this.principal = Mono.justOrEmpty(servletRequest.getUserPrincipal());
            this.locale = new SimpleLocaleContext(RequestContextUtils.getLocale(servletRequest));
        }

        @Override
        public ServerHttpRequest getRequest() {
            return request;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T extends Principal> Mono<T> getPrincipal() {
            return (Mono<T>) principal;
        }

        @Override
        public LocaleContext getLocaleContext() {
            return locale;
        }
    }

    /** The request of a {@link DetachedExchange}. URI and headers are copies already. */
    private static final class DetachedRequest extends ServerHttpRequestDecorator {

        private final @Nullable InetSocketAddress remoteAddress;

        private final @Nullable InetSocketAddress localAddress;

        private final @Nullable SslInfo sslInfo;

        DetachedRequest(ServerHttpRequest request, HttpServletRequest servletRequest) {
            super(request);
            this.remoteAddress = ServletAddresses.remote(servletRequest);
            this.localAddress = request.getLocalAddress();
            this.sslInfo = request.getSslInfo();
            // Reads the cookies, which the request retains.
            request.getCookies();
        }

        @Override
        public @Nullable InetSocketAddress getRemoteAddress() {
            return remoteAddress;
        }

        @Override
        public @Nullable InetSocketAddress getLocalAddress() {
            return localAddress;
        }

        @Override
        public @Nullable SslInfo getSslInfo() {
            return sslInfo;
        }
    }

    /** Keeps FrameworkServlet from adding methods to {@code Allow}: it does not change a response with that header. */
    private static final class OptionsResponse extends HttpServletResponseWrapper {

        OptionsResponse(HttpServletResponse response) {
            super(response);
            response.setHeader(HttpHeaders.ALLOW, "");
        }

        @Override
        public void addHeader(String name, String value) {
            if (name.equalsIgnoreCase(HttpHeaders.ALLOW)) {
                setHeader(name, value);
            } else {
                super.addHeader(name, value);
            }
        }
    }
}

package io.mcpspring.webflux;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.http.Caller;
import io.mcpspring.http.McpHttpRequest;
import io.mcpspring.http.SpringHeaders;
import io.mcpspring.oauth.RequestLocation;
import java.net.InetSocketAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.web.server.ServerWebExchange;

/** A request of WebFlux. */
@Internal
public record WebFluxRequest(ServerWebExchange exchange, Connections connections, RequestHeaders headers, Caller caller)
        implements McpHttpRequest {

    WebFluxRequest(ServerWebExchange exchange, Connections connections, Caller caller) {
        this(exchange, connections, new SpringHeaders(connections.headers(exchange.getRequest())), caller);
    }

    /** Returns a request whose caller is not known yet. */
    public static WebFluxRequest of(ServerWebExchange exchange, Connections connections) {
        return new WebFluxRequest(
                exchange, connections, new SpringHeaders(exchange.getRequest().getHeaders()), Caller.UNKNOWN);
    }

    @Override
    public HttpMethod method() {
        return exchange.getRequest().getMethod();
    }

    @Override
    public String path() {
        return exchange.getRequest().getPath().pathWithinApplication().value();
    }

    @Override
    public Attributes attributes() {
        return caller.attributes().with(ServerWebExchange.class, exchange);
    }

    @Override
    public @Nullable Locale locale() {
        return exchange.getLocaleContext().getLocale();
    }

    @Override
    public @Nullable InetSocketAddress remoteAddress() {
        return exchange.getRequest().getRemoteAddress();
    }

    @Override
    public @Nullable InetSocketAddress localAddress() {
        return connections.localAddress(exchange.getRequest());
    }

    @Override
    public RequestLocation location() {
        return connections.locate(exchange.getRequest());
    }
}

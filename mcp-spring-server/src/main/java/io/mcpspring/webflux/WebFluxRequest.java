package io.mcpspring.webflux;

import io.mcpspring.Internal;
import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.http.IpLiteral;
import io.mcpspring.http.McpHttpRequest;
import io.mcpspring.http.SpringHeaders;
import io.mcpspring.oauth.RequestLocation;
import java.net.InetSocketAddress;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;

/** A request of WebFlux. */
@Internal
public record WebFluxRequest(
        ServerWebExchange exchange, ClientConnection connection, RequestHeaders headers, Attributes caller)
        implements McpHttpRequest {

    /** Returns a request whose caller is not known yet. */
    public static WebFluxRequest of(ServerWebExchange exchange) {
        ServerHttpRequest request = exchange.getRequest();
        // Reactor Netty does not use the headers of a request again.
        return new WebFluxRequest(
                exchange, ClientConnection.of(request), new SpringHeaders(request.getHeaders()), Attributes.NONE);
    }

    WebFluxRequest with(Attributes known) {
        return new WebFluxRequest(exchange, connection, headers, known);
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
    public @Nullable String query() {
        return exchange.getRequest().getURI().getRawQuery();
    }

    @Override
    public Attributes attributes() {
        return caller.with(ServerWebExchange.class, exchange);
    }

    @Override
    public @Nullable Locale locale() {
        return exchange.getLocaleContext().getLocale();
    }

    @Override
    public @Nullable InetSocketAddress remoteAddress() {
        InetSocketAddress address = exchange.getRequest().getRemoteAddress();
        return address == null ? null : IpLiteral.parse(address);
    }

    @Override
    public RequestLocation location() {
        ServerHttpRequest request = exchange.getRequest();
        return new RequestLocation(
                request.getURI(), request.getPath().contextPath().value(), connection.localAddress());
    }
}

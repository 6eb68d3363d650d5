package io.mcpspring.http;

import io.mcpspring.connection.IpLiteral;
import io.mcpspring.exchange.CallContext.Attributes;
import io.mcpspring.exchange.RequestHeaders;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/** Collects the parts of an HTTP request that methods may declare as parameters, or that features need. */
final class RequestAttributes {

    private RequestAttributes() {}

    /**
     * Reads the attributes while the HTTP exchange is active: calls may continue after its end, when the web server
     * reuses the request object.
     *
     * @param headers the headers, usable after the end of the HTTP exchange
     */
    static Attributes of(ServerWebExchange exchange, HttpHeaders headers, CallerLookup.Caller caller) {
        Principal user = caller.user();
        return caller.attributes()
                .with(ServerWebExchange.class, exchange)
                .with(HttpHeaders.class, headers)
                .with(RequestHeaders.class, new RequestHeaders(headers::headerNames, headers::getOrEmpty))
                .with(InetSocketAddress.class, remoteAddress(exchange))
                .with(Locale.class, exchange.getLocaleContext().getLocale())
                .with(Principal.class, user);
    }

    private static @Nullable InetSocketAddress remoteAddress(ServerWebExchange exchange) {
        InetSocketAddress address = exchange.getRequest().getRemoteAddress();
        return address == null ? null : IpLiteral.parse(address);
    }
}

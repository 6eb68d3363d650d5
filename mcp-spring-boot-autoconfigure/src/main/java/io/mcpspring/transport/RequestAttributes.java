package io.mcpspring.transport;

import io.mcpspring.exchange.CallerExpiry;
import io.mcpspring.exchange.RequestHeaders;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/** Collects the parts of an HTTP request that methods may declare as parameters. */
final class RequestAttributes {

    private RequestAttributes() {}

    /**
     * Reads the attributes while the HTTP exchange is active: calls may continue after its end, when the web server
     * reuses the request object.
     *
     * @param headers the headers, usable after the end of the HTTP exchange
     */
    static Map<Class<?>, Object> of(ServerWebExchange exchange, HttpHeaders headers, @Nullable Principal user) {
        Map<Class<?>, Object> attributes = new HashMap<>();
        attributes.put(ServerWebExchange.class, exchange);
        attributes.put(HttpHeaders.class, headers);
        attributes.put(RequestHeaders.class, new RequestHeaders(headers::getOrEmpty, headers::headerNames));
        InetSocketAddress address = exchange.getRequest().getRemoteAddress();
        if (address != null) {
            attributes.put(InetSocketAddress.class, address);
        }
        Locale locale = exchange.getLocaleContext().getLocale();
        if (locale != null) {
            attributes.put(Locale.class, locale);
        }
        if (user != null) {
            attributes.put(Principal.class, user);
        }
        TokenExpiry.of(user).ifPresent(expiry -> attributes.put(CallerExpiry.class, expiry));
        return attributes;
    }
}

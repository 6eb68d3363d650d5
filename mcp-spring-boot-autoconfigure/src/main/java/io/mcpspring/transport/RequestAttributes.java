package io.mcpspring.transport;

import io.mcpspring.exchange.RequestHeaders;
import io.mcpspring.memory.RequestMemory;
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
     * @param headers a copy of the request's headers
     */
    static Map<Class<?>, Object> of(
            ServerWebExchange exchange, HttpHeaders headers, @Nullable Principal user, RequestMemory memory) {
        Map<Class<?>, Object> attributes = new HashMap<>();
        attributes.put(ServerWebExchange.class, exchange);
        attributes.put(HttpHeaders.class, headers);
        attributes.put(RequestHeaders.class, new RequestHeaders(headers::getOrEmpty, headers::headerNames));
        attributes.put(RequestMemory.class, memory);
        Locale locale = exchange.getLocaleContext().getLocale();
        if (locale != null) {
            attributes.put(Locale.class, locale);
        }
        if (user != null) {
            attributes.put(Principal.class, user);
        }
        return attributes;
    }
}

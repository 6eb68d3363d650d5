package io.mcpspring.transport;

import io.mcpspring.server.RequestHeaders;
import java.security.Principal;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.context.i18n.LocaleContext;
import org.springframework.http.HttpHeaders;
import org.springframework.web.server.ServerWebExchange;

/** What methods may ask of the HTTP request that brought their call. */
final class RequestAttributes {

    private RequestAttributes() {
    }

    static Map<Class<?>, Object> of(ServerWebExchange exchange, @Nullable Principal user) {
        HttpHeaders headers = exchange.getRequest().getHeaders();
        Map<Class<?>, Object> attributes = new HashMap<>();
        attributes.put(ServerWebExchange.class, exchange);
        attributes.put(HttpHeaders.class, headers);
        attributes.put(RequestHeaders.class, new RequestHeaders(headers::getOrEmpty, headers::headerNames));
        // Not the locale itself: few ask for it, and the header has to be read for it.
        attributes.put(LocaleContext.class, (LocaleContext) () -> exchange.getLocaleContext().getLocale());
        if (user != null) {
            attributes.put(Principal.class, user);
        }
        return attributes;
    }
}
